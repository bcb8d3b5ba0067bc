import { paths } from '#shared/routing/paths.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import { TextSizeSwitch } from '#shared/ui/text-size.tsx';
import { ThemeChoice } from '#shared/ui/theme-choice.tsx';
import * as styles from './menu-sheet.module.css';

/** Saved articles, colours and text size. Loaded when the menu is first opened. */
export const MenuChoices = () => (
  <div className={styles.menuSheetChoices}>
    <PageLink to={paths.saved()}>Saved for later</PageLink>
    <ThemeChoice />
    <TextSizeSwitch />
  </div>
);

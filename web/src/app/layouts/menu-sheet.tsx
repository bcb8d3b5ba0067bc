import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { CategoryTree } from '../../features/news/components/category-tree.tsx';
import { SITE_LINKS } from '../../features/site/coming-soon.ts';
import { paths } from '../../shared/paths.ts';
import { CloseIcon } from '../../shared/ui/icons.tsx';
import { PageLink } from '../../shared/ui/page-link.tsx';
import { TextSizeSwitch } from '../../shared/ui/text-size.tsx';
import { ThemeChoice } from '../../shared/ui/theme-choice.tsx';
import { SERVICES } from './service-menu.tsx';

/** Id of the sheet, for the `popoverTarget` of the buttons that open it. */
export const MENU_SHEET_ID = 'menu-sheet';

/** Every part of the site, in a sheet that the browser opens and closes, with and without scripts. */
export function MenuSheet() {
  useClosedByNavigation(MENU_SHEET_ID);
  return (
    <div className="menu-sheet" id={MENU_SHEET_ID} popover="auto">
      <div className="menu-sheet__head">
        <p className="rubric">Menu</p>
        <button
          className="icon-button"
          type="button"
          popoverTarget={MENU_SHEET_ID}
          popoverTargetAction="hide"
          aria-label="Close the menu"
        >
          <CloseIcon />
        </button>
      </div>
      <nav className="menu-sheet__content" aria-label="Menu">
        <MenuContent />
      </nav>
      <div className="menu-sheet__choices needs-script">
        <ThemeChoice />
        <TextSizeSwitch />
      </div>
    </div>
  );
}

const MenuContent = () => (
  <>
    <section>
      <h2 className="rubric">Categories</h2>
      <CategoryTree />
    </section>
    <section>
      <h2 className="rubric">Directory and books</h2>
      <ul className="menu-sheet__links">
        {SERVICES.map(({ name, path }) => (
          <li key={path}>
            <PageLink to={path}>{name}</PageLink>
          </li>
        ))}
      </ul>
    </section>
    <section>
      <h2 className="rubric">This site</h2>
      <ul className="menu-sheet__links menu-sheet__links--small">
        <li>
          <PageLink to={paths.saved()}>Saved for later</PageLink>
        </li>
        {SITE_LINKS.map(({ name, path }) => (
          <li key={path}>
            <PageLink to={path}>{name}</PageLink>
          </li>
        ))}
      </ul>
    </section>
  </>
);

/** Hides a popover after a client navigation; a document load closes it by itself. */
function useClosedByNavigation(id: string): void {
  const { key } = useLocation();
  useEffect(() => {
    const element = document.getElementById(id);
    if (element?.matches(':popover-open') === true) element.hidePopover();
  }, [id, key]);
}

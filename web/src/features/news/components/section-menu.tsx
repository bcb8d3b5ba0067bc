import { useLocation } from 'react-router-dom';
import { textLanguageProps } from '#shared/text/language.ts';
import { paths } from '#shared/routing/paths.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import { useMenuQuery } from '../menu.ts';
import * as styles from '../section-menu.module.css';

/** The categories on one line; those that do not fit are shown when they get the focus. */
export function SectionMenu() {
  const { data: menu = [] } = useMenuQuery();
  const { pathname } = useLocation();
  const currentOf = (path: string) => (path === pathname ? 'page' : undefined);
  return (
    <ul className={styles.sectionsList}>
      <li>
        <PageLink to={paths.home()} aria-current={currentOf(paths.home())}>
          Home
        </PageLink>
      </li>
      {menu.map(({ slug, name }) => (
        <li key={slug}>
          <PageLink
            to={paths.category(slug)}
            aria-current={currentOf(paths.category(slug))}
            {...textLanguageProps(name)}
          >
            {name}
          </PageLink>
        </li>
      ))}
    </ul>
  );
}

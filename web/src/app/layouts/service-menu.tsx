import { useLocation } from 'react-router-dom';
import { useLayoutQuery } from '#shared/site/site-api.ts';
import { LayoutLink } from './layout-link.tsx';
import * as styles from './masthead.module.css';

/** The sections of the site other than the news. */
export function ServiceMenu() {
  const { pathname } = useLocation();
  const { data: layout } = useLayoutQuery();
  return (
    <nav className={styles.services} aria-label="Sections">
      <ul>
        {layout?.menu.map((link) => (
          <li key={link.path}>
            <LayoutLink
              link={link}
              aria-current={
                pathname === link.path
                  ? 'page'
                  : [link.path, link.also].some((path) => `${pathname}/`.startsWith(`${path}/`)) || undefined
              }
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

import { useLocation } from 'react-router-dom';
import { cataloguePath } from '#shared/catalogue/catalogue-kind.ts';
import { DIRECTORY_NAME, directoryPaths } from '../../features/directory/directory-paths.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import * as styles from './masthead.module.css';

interface Service {
  name: string;
  path: string;
  /** Pages below this path belong to it as well. */
  also: string;
}

/** The sections of the site other than the news. */
export const SERVICES: readonly Service[] = [
  { name: DIRECTORY_NAME, path: directoryPaths.index(), also: cataloguePath('lawyers') },
  { name: 'Law firms', path: cataloguePath('firms'), also: cataloguePath('firms') },
  { name: 'Books', path: cataloguePath('books'), also: cataloguePath('books') },
];

const isWithin = (pathname: string, path: string): boolean =>
  pathname === path || pathname.startsWith(`${path}/`);

/** The menu of `SERVICES`. */
export function ServiceMenu() {
  const { pathname } = useLocation();
  return (
    <nav className={styles.services} aria-label="Directory and books">
      <ul>
        {SERVICES.map(({ name, path, also }) => (
          <li key={path}>
            <PageLink
              to={path}
              aria-current={
                pathname === path
                  ? 'page'
                  : isWithin(pathname, path) || isWithin(pathname, also)
                    ? 'true'
                    : undefined
              }
            >
              {name}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

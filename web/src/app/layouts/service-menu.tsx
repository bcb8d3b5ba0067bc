import { useLocation } from 'react-router-dom';
import { storePath } from '../../shared/stores.ts';
import { DIRECTORY_NAME, directoryPaths } from '../../features/directory/directory-paths.ts';
import { PageLink } from '../../shared/ui/page-link.tsx';

interface Service {
  name: string;
  /** What stands there where there is little room. */
  short: string | null;
  path: string;
  /** Further addresses that are part of it. */
  also: string;
}

const SERVICES: readonly Service[] = [
  { name: DIRECTORY_NAME, short: 'Lawyers', path: directoryPaths.landing(), also: storePath('lawyers') },
  { name: 'Law firms', short: null, path: storePath('firms'), also: storePath('firms') },
  { name: 'Books', short: 'Books', path: storePath('books'), also: storePath('books') },
];

const isWithin = (pathname: string, path: string): boolean =>
  pathname === path || pathname.startsWith(`${path}/`);

/** What the site has beside the news; it stays in sight while the categories scroll. */
export function ServiceMenu() {
  const { pathname } = useLocation();
  return (
    <nav className="services" aria-label="Directory and books">
      <ul>
        {SERVICES.map(({ name, short, path, also }) => (
          <li key={path} className={short === null ? 'services__wide' : undefined}>
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
              {short === null || short === name ? (
                name
              ) : (
                <>
                  <span className="services__wide">{name}</span>
                  <span className="services__narrow">{short}</span>
                </>
              )}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

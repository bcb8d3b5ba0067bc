import { PageLink } from './page-link.tsx';

export interface Crumb {
  name: string;
  path: string;
}

/** Links to the pages above the current one, which is named by the heading that follows. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav className="breadcrumb" aria-label="Breadcrumb" dir="ltr">
      <ol>
        {crumbs.map(({ name, path }) => (
          <li key={path}>
            <PageLink to={path}>{name}</PageLink>
          </li>
        ))}
      </ol>
    </nav>
  );
}

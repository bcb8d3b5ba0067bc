import { PageLink } from './page-link.tsx';

export interface Crumb {
  name: string;
  path: string;
}

/** The way back up; the page itself is the heading that follows, so it is not repeated here. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav className="breadcrumb" aria-label="Breadcrumb">
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

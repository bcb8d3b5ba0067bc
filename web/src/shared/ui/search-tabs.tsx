import { groupDigits } from '../text/digits.ts';
import { paths } from '../routing/paths.ts';
import { SEARCH_KINDS, searchKindLabel, useSearchTotalQuery } from '../search/search-totals.ts';
import type { SearchKind } from '../search/searched-attributes.ts';
import { cataloguePath } from '../catalogue/catalogue-kind.ts';
import { PageLink } from './page-link.tsx';
import './search-tabs.css';

interface SearchTabsProps {
  current: SearchKind;
  search: string;
  /** Number of results of the current kind; undefined while it is loading. */
  total: number | undefined;
}

/** Links to the same search in news, books, lawyers and firms, each with its number of results. */
export const SearchTabs = ({ current, search, total }: SearchTabsProps) => (
  <nav className="search-tabs" aria-label="Search in">
    <ul>
      {SEARCH_KINDS.map((kind) => (
        <li key={kind}>
          <PageLink to={pathOf(kind, search)} aria-current={kind === current ? 'page' : undefined}>
            {searchKindLabel(kind)}{' '}
            {kind === current ? <Count total={total} /> : <TotalOf kind={kind} search={search} />}
          </PageLink>
        </li>
      ))}
    </ul>
  </nav>
);

const pathOf = (kind: SearchKind, search: string): string =>
  kind === 'news' ? paths.search(search) : `${cataloguePath(kind)}?${new URLSearchParams({ q: search })}`;

function TotalOf({ kind, search }: { kind: SearchKind; search: string }) {
  const { currentData } = useSearchTotalQuery({ kind, search });
  return <Count total={currentData?.total ?? undefined} />;
}

const Count = ({ total }: { total: number | undefined }) =>
  total !== undefined && <span className="search-tabs__count">{groupDigits(total)}</span>;

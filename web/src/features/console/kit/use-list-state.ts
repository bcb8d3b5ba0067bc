import { useLayoutEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Filter, Resource } from './define-resource.ts';
import {
  filtersIn,
  formatListState,
  parseListState,
  withChange,
  withoutFilters,
  type ListLimits,
  type ListState,
} from './list-url.ts';
import type { ListQuery, RowId } from './source.ts';
import type { ListViews } from './use-list-views.ts';

const KEEPS_PLACE = { preventScrollReset: true };

export interface ListStateApi {
  state: ListState;
  query: ListQuery;
  /** Names of filters in the address that the list does not know, or not with their values: they restrict nothing. */
  lost: readonly string[];
  /** Address of the list with a change, for links. */
  hrefOf: (change: Partial<ListState>) => string;
  /**
   * Changes the address as it is at the time of the call; `replaces` adds no entry to the history, as while somebody types.
   */
  change: (change: Partial<ListState>, replaces?: boolean) => void;
  /** Removes the filters, and the search unless it is passed. */
  clear: (q?: string) => void;
}

/** Returns whether a filter restricts the list with a value of the address, which an earlier version may have written. */
function hasEffect(filter: Filter, value: string): boolean {
  if (filter.kind === 'choice') return filter.choices.some((choice) => choice.value === value);
  return filter.kind !== 'date' || filter.toConditions(value).length > 0;
}

type Opening = Pick<ListViews, 'opensElsewhere' | 'mayOpenElsewhere'>;

/** Returns the state of a list, which its address holds, and the request that follows from it. */
export function useListState<Row extends { id: RowId }>(
  resource: Resource<Row>,
  { opensElsewhere, mayOpenElsewhere }: Opening,
): ListStateApi {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const limits = useMemo(
    (): ListLimits => ({
      filters: resource.filters.map(({ key }) => key),
      sorts: resource.columns.flatMap(({ sort }) => sort ?? []),
      columns: resource.columns.map(({ key }) => key),
      defaultSort: resource.defaultSort,
      firstView: resource.firstView,
      opensElsewhere,
      mayOpenElsewhere,
    }),
    [resource, opensElsewhere, mayOpenElsewhere],
  );
  const state = useMemo(() => parseListState(new URLSearchParams(search), limits), [search, limits]);
  const query = useMemo(
    (): ListQuery => ({
      q: state.q,
      conditions: resource.filters.flatMap(({ key, toConditions }) => {
        const value = state.filters[key];
        return value === undefined ? [] : toConditions(value);
      }),
      sort: state.sort,
      page: state.page,
      size: state.size,
    }),
    [state, resource],
  );
  const lost = useMemo(
    () =>
      filtersIn(new URLSearchParams(search)).flatMap(([key, value]) => {
        const filter = resource.filters.find((one) => one.key === key);
        return filter !== undefined && hasEffect(filter, value) ? [] : [filter?.label ?? key];
      }),
    [search, resource],
  );
  const hrefOf = (change: Partial<ListState>) =>
    pathname + formatListState(withChange(state, change, limits), limits);
  // A search is written some time after it was typed, and the address or the saved views can have changed meanwhile.
  const latest = useRef(hrefOf);
  useLayoutEffect(() => {
    latest.current = hrefOf;
  });
  const change = (values: Partial<ListState>, replaces = false) =>
    void navigate(latest.current(values), { replace: replaces, state: KEEPS_PLACE });
  return {
    state,
    query,
    lost,
    hrefOf,
    change,
    clear: (q = '') => change({ ...withoutFilters(state, limits), q }),
  };
}

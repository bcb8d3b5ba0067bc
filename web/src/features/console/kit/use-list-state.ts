import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Resource } from './define-resource.ts';
import { formatListState, parseListState, withChange, type ListLimits, type ListState } from './list-url.ts';
import type { ListQuery, RowId } from './source.ts';

const KEEPS_PLACE = { preventScrollReset: true };

export interface ListStateApi {
  state: ListState;
  query: ListQuery;
  /** Address of the list with a change, for links. */
  hrefOf: (change: Partial<ListState>) => string;
  /** Changes the address; `replaces` adds no entry to the history, as while somebody types. */
  change: (change: Partial<ListState>, replaces?: boolean) => void;
}

/** Returns the state of a list, which its address holds, and the request that follows from it. */
export function useListState<Row extends { id: RowId }>(resource: Resource<Row>): ListStateApi {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const limits = useMemo(
    (): ListLimits => ({
      filters: resource.filters.map(({ key }) => key),
      sorts: resource.columns.flatMap(({ sort }) => sort ?? []),
      columns: resource.columns.map(({ key }) => key),
      defaultSort: resource.defaultSort,
      firstView: resource.firstView,
    }),
    [resource],
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
  const hrefOf = (change: Partial<ListState>) =>
    pathname + formatListState(withChange(state, change, limits), limits);
  return {
    state,
    query,
    hrefOf,
    change: (change, replaces = false) =>
      void navigate(hrefOf(change), { replace: replaces, state: KEEPS_PLACE }),
  };
}

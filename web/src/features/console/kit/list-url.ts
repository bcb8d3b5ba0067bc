/** Numbers of rows on a page; the last is the most that the API sends. */
export const SIZES = [25, 50, 100, 150] as const;

/** Everything about a list that its address has. */
export interface ListState {
  /** Id of the saved view from which it comes; empty for none. */
  view: string;
  q: string;
  filters: Readonly<Record<string, string>>;
  /** Sort attribute, with a hyphen in front for descending order. */
  sort: string;
  page: number;
  size: number;
  /** Keys of the shown columns in order; null for the default ones. */
  columns: readonly string[] | null;
}

/** The view of a list at an address without a query; `?view=all` shows everything then. */
export interface FirstView {
  filters: Readonly<Record<string, string>>;
  sort: string;
}

/** The parts of a resource that decide which values of an address are known. */
export interface ListLimits {
  filters: readonly string[];
  sorts: readonly string[];
  columns: readonly string[];
  defaultSort: string;
  /** Everything, in the default order, where left out. */
  firstView?: FirstView | undefined;
  /** Whether a saved view opens the list, which is then where an address without a query leads. */
  opensElsewhere?: boolean;
  /** Whether a saved view may still open the list: the views are not loaded yet. An address written meanwhile gets a query. */
  mayOpenElsewhere?: boolean;
}

/** The view of all rows, where another one is the first. */
export const ALL = 'all';
/** The first view of a list, where a saved one opens it. */
export const FIRST = 'first';

const FILTER = /^f\[(.+)\]$/;

/** Returns the filters of an address, by their keys. */
export const filtersIn = (params: URLSearchParams): [key: string, value: string][] =>
  [...params].flatMap(([name, value]) => {
    const key = FILTER.exec(name)?.[1];
    return key === undefined || value === '' ? [] : [[key, value] as [string, string]];
  });

/** Reads a list's address. Unknown filters, columns and sort attributes, and numbers out of range, are left out. */
export function parseListState(params: URLSearchParams, limits: ListLimits): ListState {
  const filters: Record<string, string> = {};
  for (const [key, value] of filtersIn(params)) if (limits.filters.includes(key)) filters[key] = value;
  const { firstView } = limits;
  const view = params.get('view') ?? '';
  const isFirst = (view === '' || view === FIRST) && !params.has('q') && Object.keys(filters).length === 0;
  const sort = params.get('sort') ?? '';
  const defaultSort = isFirst && firstView !== undefined ? firstView.sort : limits.defaultSort;
  const page = Number(params.get('page'));
  const size = Number(params.get('size'));
  const columns = (params.get('cols') ?? '').split(',').filter((key) => limits.columns.includes(key));
  return {
    view,
    q: (params.get('q') ?? '').trim(),
    filters: isFirst ? { ...firstView?.filters } : filters,
    sort: limits.sorts.includes(sort.replace(/^-/, '')) ? sort : defaultSort,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    size: SIZES.find((known) => known === size) ?? SIZES[0],
    columns: columns.length === 0 ? null : [...new Set(columns)],
  };
}

/** Returns filters as texts that are equal for the same filters. */
export const filtersText = (filters: Readonly<Record<string, string>>): string =>
  JSON.stringify(
    Object.entries(filters)
      .filter(([, value]) => value !== '')
      .toSorted(([one], [other]) => one.localeCompare(other)),
  );

const isFirstView = ({ view, q, filters }: ListState, { firstView }: ListLimits): boolean =>
  firstView !== undefined &&
  (view === '' || view === FIRST) &&
  q === '' &&
  filtersText(filters) === filtersText(firstView.filters);

/** Writes the query of a list's address, without what is the default. */
export function formatListState(state: ListState, limits: ListLimits): string {
  const params = new URLSearchParams();
  const isFirst = isFirstView(state, limits);
  const filters = Object.entries(state.filters).filter(([, value]) => value !== '');
  const isAll = filters.length === 0 && state.q === '';
  const opensWithAll = limits.firstView === undefined && limits.opensElsewhere !== true;
  if (isAll && !isFirst && ['', FIRST, ALL].includes(state.view)) {
    if (!opensWithAll) params.set('view', ALL);
  } else if (state.view !== '') params.set('view', state.view);
  else if (isFirst && limits.opensElsewhere === true) params.set('view', FIRST);
  if (state.q !== '') params.set('q', state.q);
  if (!isFirst) for (const [key, value] of filters) params.set(`f[${key}]`, value);
  const defaultSort = isFirst ? limits.firstView?.sort : limits.defaultSort;
  if (state.sort !== defaultSort) params.set('sort', state.sort);
  if (state.page !== 1) params.set('page', String(state.page));
  if (state.size !== SIZES[0]) params.set('size', String(state.size));
  if (state.columns !== null) params.set('cols', state.columns.join(','));
  if (params.size === 0 && limits.mayOpenElsewhere === true) params.set('view', isFirst ? FIRST : ALL);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** Returns the change that removes search and filters; a view is left as a whole, with its order and columns. */
export const withoutFilters = (state: ListState, limits: ListLimits): Partial<ListState> => ({
  ...(isFirstView(state, limits) || !['', ALL].includes(state.view)
    ? { view: '', sort: limits.defaultSort, columns: null }
    : {}),
  q: '',
  filters: {},
});

/**
 * Returns a state with a change; whatever changes which rows are shown leads to the first page. A search in the first view is of
 * everything.
 */
export const withChange = (state: ListState, change: Partial<ListState>, limits: ListLimits): ListState => ({
  ...state,
  ...('q' in change || 'filters' in change || 'sort' in change || 'size' in change ? { page: 1 } : {}),
  ...(change.q !== undefined && change.q !== '' && isFirstView(state, limits)
    ? { filters: {}, sort: limits.defaultSort }
    : {}),
  ...change,
});

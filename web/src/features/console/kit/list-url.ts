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

/** The parts of a resource that decide which values of an address are known. */
export interface ListLimits {
  filters: readonly string[];
  sorts: readonly string[];
  columns: readonly string[];
  defaultSort: string;
}

const FILTER = /^f\[(.+)\]$/;

/** Reads a list's address. Unknown filters, columns and sort attributes, and numbers out of range, are left out. */
export function parseListState(params: URLSearchParams, limits: ListLimits): ListState {
  const filters: Record<string, string> = {};
  for (const [name, value] of params) {
    const key = FILTER.exec(name)?.[1];
    if (key !== undefined && value !== '' && limits.filters.includes(key)) filters[key] = value;
  }
  const sort = params.get('sort') ?? '';
  const page = Number(params.get('page'));
  const size = Number(params.get('size'));
  const columns = (params.get('cols') ?? '').split(',').filter((key) => limits.columns.includes(key));
  return {
    view: params.get('view') ?? '',
    q: (params.get('q') ?? '').trim(),
    filters,
    sort: limits.sorts.includes(sort.replace(/^-/, '')) ? sort : limits.defaultSort,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    size: SIZES.find((known) => known === size) ?? SIZES[0],
    columns: columns.length === 0 ? null : [...new Set(columns)],
  };
}

/** Writes the query of a list's address, without what is the default. */
export function formatListState(state: ListState, { defaultSort }: ListLimits): string {
  const params = new URLSearchParams();
  if (state.view !== '') params.set('view', state.view);
  if (state.q !== '') params.set('q', state.q);
  for (const [key, value] of Object.entries(state.filters)) if (value !== '') params.set(`f[${key}]`, value);
  if (state.sort !== defaultSort) params.set('sort', state.sort);
  if (state.page !== 1) params.set('page', String(state.page));
  if (state.size !== SIZES[0]) params.set('size', String(state.size));
  if (state.columns !== null) params.set('cols', state.columns.join(','));
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** Returns a state with a change; whatever changes which rows are shown leads to the first page. */
export const withChange = (state: ListState, change: Partial<ListState>): ListState => ({
  ...state,
  ...('q' in change || 'filters' in change || 'sort' in change || 'size' in change ? { page: 1 } : {}),
  ...change,
});

import type { ConsoleView, ConsoleViews } from '@vidhi/contracts/console-views.ts';
import type { Resource } from './define-resource.ts';
import { ALL, FIRST } from './list-url.ts';
import type { RowId } from './source.ts';

/** A view of a list: one that the console has for everybody, or a saved one. */
export interface ViewTab {
  /** Key that arrangements name. */
  key: string;
  name: string;
  /** Query of its address, with the question mark; empty for the address alone. */
  search: string;
  saved?: ConsoleView;
}

const ALL_NAME = 'All';

/** Returns the views that everybody has. The first one has no query, unless another view opens the list, or may do so. */
function givenTabs<Row extends { id: RowId }>(
  { firstView, views, defaultSort }: Resource<Row>,
  opensElsewhere: boolean,
): ViewTab[] {
  const tabs = views.map(({ key, name, filters, sort = defaultSort }) => {
    const params = new URLSearchParams({ view: key });
    for (const [filter, value] of Object.entries(filters)) params.set(`f[${filter}]`, value);
    if (sort !== defaultSort) params.set('sort', sort);
    return { key, name, search: `?${params}` };
  });
  const all = { key: ALL, name: ALL_NAME, search: `?view=${ALL}` };
  if (firstView === undefined) return [opensElsewhere ? all : { ...all, search: '' }, ...tabs];
  const first = { key: FIRST, name: firstView.name, search: opensElsewhere ? `?view=${FIRST}` : '' };
  return [first, all, ...tabs];
}

/** Returns the address of a saved view, which names it. */
function searchOf({ id, query }: ConsoleView): string {
  const params = new URLSearchParams(query);
  params.delete('view');
  const rest = params.toString();
  return `?view=${id}${rest === '' ? '' : `&${rest}`}`;
}

export interface ViewTabs {
  /** Tabs of their own, in the order of the arrangement. */
  pinned: readonly ViewTab[];
  /** Views in the menu beside. */
  others: readonly ViewTab[];
  /** The view with which the list opens; undefined for the first one that everybody has. */
  first: ViewTab | undefined;
  /** Whether that is a saved view, or another one than the first that everybody has; `mayOpenElsewhere` until it is known. */
  opensElsewhere: boolean;
  mayOpenElsewhere: boolean;
  /** Returns whether the query of an address shows a view as it is. */
  isAt: (tab: ViewTab, search: string) => boolean;
}

/**
 * Returns the views of a list as a person has arranged them. Views that are gone are left out. Until the saved views are
 * known, each view has a query: an address without one could then lead to another view.
 */
export function viewTabs<Row extends { id: RowId }>(
  resource: Resource<Row>,
  { data, meta: { arrangement } }: ConsoleViews,
  isKnown: boolean,
): ViewTabs {
  const saved = data.map((view) => ({ key: view.id, name: view.name, search: searchOf(view), saved: view }));
  const isFirst = ({ key }: ViewTab): boolean => key === arrangement.first;
  const given = givenTabs(resource, false);
  const opensElsewhere = [...given.slice(1), ...saved].some(isFirst);
  const tabs: ViewTab[] = [...givenTabs(resource, opensElsewhere || !isKnown), ...saved];
  const { pinned: keys } = arrangement;
  const pinned = keys === null ? tabs : keys.flatMap((key) => tabs.find((tab) => tab.key === key) ?? []);
  const first = opensElsewhere ? tabs.find(isFirst) : undefined;
  const [opening] = given;
  return {
    pinned,
    others: tabs.filter((tab) => !pinned.includes(tab)),
    first,
    opensElsewhere,
    mayOpenElsewhere: !isKnown,
    isAt: ({ key, search: own }, search) =>
      own === search ||
      (key === opening?.key && (search === `?view=${key}` || (search === '' && first === undefined))),
  };
}

import { searchFrom } from '#shared/routing/paths.ts';
import type { PageViewBody } from '@vidhi/contracts/page-views.ts';
import type { Store } from './store.ts';

type Data = PageViewBody['data'];
type Arrival = NonNullable<Extract<Data, { path: string }>['arrival']>;

const CATALOGUE = /^\/catalogs\/(?:books|lawyers|firms)$/;

/** Lost where it cannot be sent: nobody waits for it. */
function send(data: Data): void {
  const request = new Request(new URL('/api/page-views', location.origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data }),
    keepalive: true,
    credentials: 'omit',
  });
  fetch(request).catch(() => undefined);
}

function isReload(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'reload' || navigation?.type === 'back_forward';
}

/** Returns where the reader came from; undefined for a page of this site and for a document that was loaded again. */
function arrivalAt(query: URLSearchParams): Arrival | undefined {
  if (isReload()) return undefined;
  const referrer = URL.canParse(document.referrer) ? new URL(document.referrer) : null;
  if (referrer?.host === location.host) return undefined;
  const source = query.get('utm_source')?.slice(0, 200) ?? '';
  return { referrer: referrer?.hostname.slice(0, 300) ?? '', ...(source === '' ? {} : { source }) };
}

/** Returns the text of a page of results without filters, the first one; empty for all other pages. */
function searchAt(pathname: string, query: URLSearchParams): string {
  const hasResults = pathname === '/search' || CATALOGUE.test(pathname);
  return hasResults && [...query.keys()].every((key) => key === 'q') ? searchFrom(query) : '';
}

/** Returns how many results the store has for a text; undefined while there are none yet. */
function totalOf(store: Pick<Store, 'getState'>, pathname: string, text: string): number | undefined {
  for (const entry of Object.values(store.getState().api.queries)) {
    const arg = entry?.originalArgs as { text?: string; search?: string; kind?: string } | undefined;
    const isOfPage =
      pathname === '/search'
        ? (entry?.endpointName as string) === 'search' && arg?.text === text
        : (entry?.endpointName as string) === 'items' &&
          arg?.search === text &&
          pathname === `/catalogs/${arg.kind}`;
    const data = entry?.data as { page?: number; total?: number } | undefined;
    if (isOfPage && data?.page === 1) return data.total;
  }
  return undefined;
}

/** Tells the site that a page is shown. */
type CountPage = (pathname: string, search: string) => void;

/**
 * Returns the counter of one document. It also tells what was searched for, once there are results. No cookie is sent, and of the
 * page before the first one nothing but its host.
 */
export function createPageCounter(store: Pick<Store, 'getState' | 'subscribe'>): CountPage {
  let isFirstPage = true;
  let stopWaiting: (() => void) | undefined;

  return (pathname, search) => {
    const query = new URLSearchParams(search);
    const arrival = isFirstPage ? arrivalAt(query) : undefined;
    isFirstPage = false;
    stopWaiting?.();
    send({ path: pathname.slice(0, 2_000), ...(arrival === undefined ? {} : { arrival }) });
    const text = searchAt(pathname, query);
    if (text === '') return;
    const sendSearch = (): boolean => {
      const total = totalOf(store, pathname, text);
      if (total === undefined) return false;
      send({ search: text, is_empty: total === 0 });
      return true;
    };
    if (sendSearch()) return;
    const unsubscribe = store.subscribe(() => {
      if (sendSearch()) stopWaiting?.();
    });
    stopWaiting = () => {
      stopWaiting = undefined;
      unsubscribe();
    };
  };
}

import { baseApi, FRESH_SECONDS } from '#shared/api/base-api.ts';
import type { QueryDefinition } from '#shared/api/read.ts';
import type { ReadResult } from '#shared/routing/route.ts';
import { loadPage } from './load-page.ts';
import { matchPage } from './routes.tsx';
import type { Store } from './store.ts';

interface Endpoint {
  initiate(arg: unknown, options: { subscribe: false; forceRefetch: number }): unknown;
}

/** Loads the modules of a page and the queries that the store lacks or has had for more than `FRESH_SECONDS`. */
export async function prefetchPage(store: Store, url: URL): Promise<void> {
  // Endpoints are injected by the features, so the base API's own type knows none of them.
  const endpoints = baseApi.endpoints as unknown as Record<string, Endpoint>;
  const dispatch = store.dispatch as unknown as (action: unknown) => Promise<{ data?: unknown }>;
  const read = async <Arg, View, Wire>(
    wanted: QueryDefinition<Arg, View, Wire>,
    arg: Arg,
  ): Promise<ReadResult<View>> => {
    const endpoint = endpoints[wanted.name];
    if (endpoint === undefined) return { ok: false };
    const options = { subscribe: false, forceRefetch: FRESH_SECONDS } as const;
    const { data } = await dispatch(endpoint.initiate(arg, options));
    return data === undefined ? { ok: false } : { ok: true, value: data as View };
  };
  await loadPage(matchPage(url.pathname), url.searchParams, read);
}

import { configureStore } from '@reduxjs/toolkit';
import { defaultSerializeQueryArgs } from '@reduxjs/toolkit/query';
import { baseApi } from '#shared/api/base-api.ts';
import { selectSession, sessionReducer } from '#shared/session/session-slice.ts';
import type { QueryDefinition } from '#shared/api/read.ts';

/** The data of one query that the server has loaded, with which the browser hydrates its store. */
export interface HydratedQuery {
  endpointName: string;
  arg?: unknown;
  value: unknown;
}

const configure = () =>
  configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer, session: sessionReducer },
    middleware: (defaults) =>
      defaults({ serializableCheck: false, immutableCheck: false }).concat(baseApi.middleware),
    devTools: false,
  });

export type Store = ReturnType<typeof configure>;

/** Creates the store of a tab. Data tagged `Member` is removed when the user logs out or another one logs in. */
export function createStore(): Store {
  const store = configure();
  let userId: number | undefined;
  store.subscribe(() => {
    const previousId = userId;
    userId = selectSession(store.getState())?.user.id;
    if (previousId !== undefined && userId !== previousId) removeMemberData(store);
  });
  return store;
}

const { removeQueryResult } = baseApi.internalActions;
type QueryCacheKey = Parameters<typeof removeQueryResult>[0]['queryCacheKey'];

function removeMemberData(store: Store): void {
  const entries = baseApi.util.selectInvalidatedBy(store.getState(), ['Member']);
  for (const { queryCacheKey } of entries)
    store.dispatch(removeQueryResult({ queryCacheKey: queryCacheKey as QueryCacheKey }));
}

export type State = ReturnType<Store['getState']>;

type UpsertAny = (entries: readonly HydratedQuery[]) => Parameters<Store['dispatch']>[0];

/** Endpoints are injected by the features, so the base API's own type knows none of them. */
const upsertEntries = baseApi.util.upsertQueryEntries as unknown as UpsertAny;

/** Adds query data as cache entries. Queries whose endpoint no loaded module has injected are skipped. */
export function hydrateStore(store: Store, queries: readonly HydratedQuery[]): void {
  const known = queries.filter(({ endpointName }) => Object.hasOwn(baseApi.endpoints, endpointName));
  if (known.length > 0) store.dispatch(upsertEntries(known));
}

// Only endpoints with their own `serializeQueryArgs` need a definition; there is none.
const NO_DEFINITION = {} as Parameters<typeof defaultSerializeQueryArgs>[0]['endpointDefinition'];

/** Returns the key of a query's cache entry in the store. */
export const queryCacheKeyOf = (endpointName: string, queryArgs: unknown): string =>
  defaultSerializeQueryArgs({ endpointName, queryArgs, endpointDefinition: NO_DEFINITION });

/** Returns the cached data of a query; undefined while there is none. */
export const selectData = <Arg, View, Wire>(
  state: State,
  read: QueryDefinition<Arg, View, Wire>,
  arg: Arg,
): View | undefined => state.api.queries[queryCacheKeyOf(read.name, arg)]?.data as View | undefined;

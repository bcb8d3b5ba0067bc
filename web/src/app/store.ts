import { configureStore } from '@reduxjs/toolkit';
import { defaultSerializeQueryArgs, QueryStatus } from '@reduxjs/toolkit/query';
import { baseApi } from '#shared/api/base-api.ts';
import { selectSession, sessionReducer } from '#shared/session/session-slice.ts';
import type { Read } from '#shared/api/read.ts';

/** The answer of one read, as the server seeds it into the browser's store. */
export interface Seed {
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

/** A store for one tab. What only a member may see leaves it as soon as that member is not logged in any more. */
export function createStore(): Store {
  const store = configure();
  let userId: number | undefined;
  store.subscribe(() => {
    const before = userId;
    userId = selectSession(store.getState())?.user.id;
    if (before !== undefined && userId !== before) removeMemberData(store);
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

type UpsertAny = (entries: readonly Seed[]) => Parameters<Store['dispatch']>[0];

/** Endpoints are injected by the features, so the base API's own type knows none of them. */
const upsertEntries = baseApi.util.upsertQueryEntries as unknown as UpsertAny;

/** What no module of this page reads is left out: another page asks for it when it is opened. */
export function seedStore(store: Store, seeds: readonly Seed[]): void {
  const wanted = seeds.filter(({ endpointName }) => Object.hasOwn(baseApi.endpoints, endpointName));
  if (wanted.length > 0) store.dispatch(upsertEntries(wanted));
}

// The definition counts only for endpoints that make keys of their own, which none here does.
const NO_DEFINITION = {} as Parameters<typeof defaultSerializeQueryArgs>[0]['endpointDefinition'];

/** Under what the store keeps a read. */
const keyOf = (endpointName: string, queryArgs: unknown): string =>
  defaultSerializeQueryArgs({ endpointName, queryArgs, endpointDefinition: NO_DEFINITION });

let basis: Store | undefined;

/**
 * A store that holds the given answers and nothing else, to render one page with: another state over one store
 * that is made once, because making one for every page is dear, and so is the reducer. Rendering changes nothing in it.
 */
export function renderStore(seeds: readonly Seed[]): Store {
  basis ??= createStore();
  const store = basis;
  const entries = seeds.map(({ endpointName, arg, value }) => [
    keyOf(endpointName, arg),
    { status: QueryStatus.fulfilled, endpointName, originalArgs: arg, data: value, requestId: 'seed' },
  ]);
  const state: State = {
    ...store.getState(),
    api: { ...store.getState().api, queries: Object.fromEntries(entries) },
  };
  return { ...store, getState: () => state };
}

/** The data of a read in the store; undefined while it is not there. */
export const selectData = <Arg, View, Wire>(
  state: State,
  read: Read<Arg, View, Wire>,
  arg: Arg,
): View | undefined => state.api.queries[keyOf(read.name, arg)]?.data as View | undefined;

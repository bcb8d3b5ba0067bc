import { configureStore } from '@reduxjs/toolkit';
import { baseApi } from '../shared/api/base-api.ts';
import type { Read } from '../shared/api/read.ts';

/** The answer of one read, as the server seeds it into the browser's store. */
export interface Seed {
  endpointName: string;
  arg?: unknown;
  value: unknown;
}

export const createStore = () =>
  configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer },
    middleware: (defaults) =>
      defaults({ serializableCheck: false, immutableCheck: false }).concat(baseApi.middleware),
    devTools: false,
  });

export type Store = ReturnType<typeof createStore>;
export type State = ReturnType<Store['getState']>;

type UpsertAny = (entries: readonly Seed[]) => Parameters<Store['dispatch']>[0];

/** Endpoints are injected by the features, so the base API's own type knows none of them. */
const upsertEntries = baseApi.util.upsertQueryEntries as unknown as UpsertAny;

/** What no module of this page reads is left out: another page asks for it when it is opened. */
export function seedStore(store: Store, seeds: readonly Seed[]): void {
  const wanted = seeds.filter(({ endpointName }) => Object.hasOwn(baseApi.endpoints, endpointName));
  if (wanted.length > 0) store.dispatch(upsertEntries(wanted));
}

let basis: Store | undefined;

/**
 * A store that holds the given answers and nothing else, to render one page with: the reducer over one store
 * that is made once, because making one for every page is dear. Rendering changes nothing in it.
 */
export function renderStore(seeds: readonly Seed[]): Store {
  basis ??= createStore();
  const store = basis;
  const api = baseApi.reducer(store.getState().api, upsertEntries(seeds));
  const state: State = { api };
  return { ...store, getState: () => state };
}

type Select = (arg: unknown) => (state: State) => { data?: unknown };

/** What the store knows of a read; undefined while it is not there. */
export function lookUp<Arg, View, Wire>(
  state: State,
  read: Read<Arg, View, Wire>,
  arg: Arg,
): View | undefined {
  const endpoints = baseApi.endpoints as unknown as Record<string, { select: Select }>;
  return endpoints[read.name]?.select(arg)(state).data as View | undefined;
}

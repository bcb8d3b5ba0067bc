import { QueryStatus } from '@reduxjs/toolkit/query';
import { createStore, queryCacheKeyOf, type HydratedQuery, type State, type Store } from '../app/store.ts';

let base: Store | undefined;

/**
 * A read-only store with the given query data, to render one page with. All of them share one Redux store and differ in
 * what `getState` returns: creating a store, or dispatching the data, would cost more than rendering many a page: 0.09 ms
 * of processor time instead of 0.002 ms (`npm run measure-ssr -w web`).
 */
export function createRenderStore(queries: readonly HydratedQuery[]): Store {
  base ??= createStore();
  const store = base;
  const entries = queries.map(({ endpointName, arg, value }) => [
    queryCacheKeyOf(endpointName, arg),
    { status: QueryStatus.fulfilled, endpointName, originalArgs: arg, data: value, requestId: 'hydrated' },
  ]);
  const state: State = {
    ...store.getState(),
    api: { ...store.getState().api, queries: Object.fromEntries(entries) },
  };
  return { ...store, getState: () => state };
}

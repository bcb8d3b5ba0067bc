import { configureStore } from '@reduxjs/toolkit';
import { buildCreateApi, coreModule, fakeBaseQuery, reactHooksModule } from '@reduxjs/toolkit/query/react';
import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { Provider } from 'react-redux';
import { describe, expect, it } from 'vitest';
import { serverHooksModule } from './server-hooks.ts';

interface Arg {
  page: number;
  slug: string;
}
interface QueryCall {
  arg: Arg;
  skip?: boolean;
}

const KNOWN: Arg = { page: 1, slug: 'known' };

/** Returns the result of a query hook at the only rendering of a component, by an API with the given hooks. */
function resultOf(
  hooks: ReturnType<typeof reactHooksModule>,
  { arg, skip }: QueryCall,
): Record<string, unknown> {
  const createApi = buildCreateApi(coreModule(), hooks);
  const api = createApi({
    baseQuery: fakeBaseQuery(),
    endpoints: (build) => ({
      list: build.query<string[], Arg>({ queryFn: () => ({ data: ['requested'] }) }),
    }),
  });
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
  store.dispatch(api.util.upsertQueryEntries([{ endpointName: 'list', arg: KNOWN, value: ['seeded'] }]));
  let result: object = {};
  const Caller: ComponentType = () => {
    result = api.useListQuery(arg, skip === undefined ? undefined : { skip });
    return null;
  };
  renderToString(
    <Provider store={store}>
      <Caller />
    </Provider>,
  );
  const { data, currentData, status, isUninitialized, isLoading, isFetching, isSuccess, isError } =
    result as Record<string, unknown>;
  return { data, currentData, status, isUninitialized, isLoading, isFetching, isSuccess, isError };
}

describe('serverHooksModule', () => {
  it.each<[string, QueryCall]>([
    ['a query with data in the store', { arg: KNOWN }],
    ['the same query, with the keys of its argument in another order', { arg: { slug: 'known', page: 1 } }],
    ['a query without data in the store', { arg: { page: 2, slug: 'known' } }],
    ['a skipped query with data in the store', { arg: KNOWN, skip: true }],
    ['a query with `skip: false`', { arg: KNOWN, skip: false }],
  ])('returns for %s what the hooks of the library return', (_, call) => {
    expect(resultOf(serverHooksModule(), call)).toEqual(resultOf(reactHooksModule(), call));
  });

  it('returns the data that the server has loaded', () => {
    expect(resultOf(serverHooksModule(), { arg: KNOWN })).toMatchObject({
      data: ['seeded'],
      isSuccess: true,
    });
  });
});

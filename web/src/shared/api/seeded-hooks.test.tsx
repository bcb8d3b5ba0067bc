import { configureStore } from '@reduxjs/toolkit';
import { buildCreateApi, coreModule, fakeBaseQuery, reactHooksModule } from '@reduxjs/toolkit/query/react';
import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { Provider } from 'react-redux';
import { describe, expect, it } from 'vitest';
import { seededHooksModule } from './seeded-hooks.ts';

interface Arg {
  page: number;
  slug: string;
}
interface Asked {
  arg: Arg;
  skip?: boolean;
}

const KNOWN: Arg = { page: 1, slug: 'known' };

/** What a component is told of a read, at its only rendering, by an API that has the given hooks. */
function told(hooks: ReturnType<typeof reactHooksModule>, { arg, skip }: Asked): Record<string, unknown> {
  const createApi = buildCreateApi(coreModule(), hooks);
  const api = createApi({
    baseQuery: fakeBaseQuery(),
    endpoints: (build) => ({
      list: build.query<string[], Arg>({ queryFn: () => ({ data: ['asked'] }) }),
    }),
  });
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
  store.dispatch(api.util.upsertQueryEntries([{ endpointName: 'list', arg: KNOWN, value: ['seeded'] }]));
  let result: object = {};
  const Asking: ComponentType = () => {
    result = api.useListQuery(arg, skip === undefined ? undefined : { skip });
    return null;
  };
  renderToString(
    <Provider store={store}>
      <Asking />
    </Provider>,
  );
  const { data, currentData, status, isUninitialized, isLoading, isFetching, isSuccess, isError } =
    result as Record<string, unknown>;
  return { data, currentData, status, isUninitialized, isLoading, isFetching, isSuccess, isError };
}

describe('hooks of the rendered page', () => {
  it.each<[string, Asked]>([
    ['a read that is in the store', { arg: KNOWN }],
    ['the same read, its argument written in another order', { arg: { slug: 'known', page: 1 } }],
    ['a read that is not in the store', { arg: { page: 2, slug: 'known' } }],
    ['a read that is left out, though it is in the store', { arg: KNOWN, skip: true }],
    ['a read that is expressly not left out', { arg: KNOWN, skip: false }],
  ])('tell of %s what the library tells', (_, asked) => {
    expect(told(seededHooksModule(), asked)).toEqual(told(reactHooksModule(), asked));
  });

  it('show what the server has read', () => {
    expect(told(seededHooksModule(), { arg: KNOWN })).toMatchObject({ data: ['seeded'], isSuccess: true });
  });
});

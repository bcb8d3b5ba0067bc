import { expect, it } from 'vitest';
import '../features/news/news-api.ts';
import { categoryRead, listRead } from '../features/news/news-reads.ts';
import { createStore, hydrateStore, selectData, type HydratedQuery } from '../app/store.ts';
import { createRenderStore } from './render-store.ts';

const list = { category: 'gst', page: 1 };
const queries: HydratedQuery[] = [
  { endpointName: 'category', arg: 'gst', value: { name: 'GST' } },
  { endpointName: 'list', arg: list, value: { cards: [], total: 0 } },
  { endpointName: 'ads', value: [] },
];

it('has the same cache entries as the store that the browser hydrates', () => {
  const browser = createStore();
  hydrateStore(browser, queries);
  const hydrated = browser.getState().api.queries;
  const rendered = createRenderStore(queries).getState().api.queries;
  expect(Object.keys(rendered)).toEqual(Object.keys(hydrated));
  for (const [key, entry] of Object.entries(hydrated)) {
    const { status, endpointName, originalArgs, data } = entry ?? {};
    expect(rendered[key]).toMatchObject({ status, endpointName, originalArgs, data });
  }
});

it('has no data of the page before', () => {
  createRenderStore(queries);
  expect(Object.keys(createRenderStore(queries.slice(1, 2)).getState().api.queries)).toHaveLength(1);
});

it('selects query data by the value of the argument, whatever the order of its keys', () => {
  const state = createRenderStore(queries).getState();
  expect(selectData(state, categoryRead, 'gst')).toEqual({ name: 'GST' });
  expect(selectData(state, categoryRead, 'tax')).toBeUndefined();
  expect(selectData(state, listRead, { page: 1, category: 'gst' })).toEqual({ cards: [], total: 0 });
});

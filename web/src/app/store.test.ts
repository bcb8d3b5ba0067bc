import { expect, it } from 'vitest';
import '../features/news/news-api.ts';
import { categoryRead, listRead } from '../features/news/news-reads.ts';
import { createStore, selectData, renderStore, seedStore, type Seed } from './store.ts';

const list = { category: 'gst', page: 1 };
const seeds: Seed[] = [
  { endpointName: 'category', arg: 'gst', value: { name: 'GST' } },
  { endpointName: 'list', arg: list, value: { cards: [], total: 0 } },
  { endpointName: 'ads', value: [] },
];

it('renders with what the browser is then seeded with, under the same names', () => {
  const browser = createStore();
  seedStore(browser, seeds);
  const wanted = browser.getState().api.queries;
  const rendered = renderStore(seeds).getState().api.queries;
  expect(Object.keys(rendered)).toEqual(Object.keys(wanted));
  for (const [key, entry] of Object.entries(wanted)) {
    const { status, endpointName, originalArgs, data } = entry ?? {};
    expect(rendered[key]).toMatchObject({ status, endpointName, originalArgs, data });
  }
});

it('keeps nothing of one page for the next', () => {
  renderStore(seeds);
  expect(Object.keys(renderStore(seeds.slice(1, 2)).getState().api.queries)).toHaveLength(1);
});

it('looks reads up by what they ask, however it is written', () => {
  const state = renderStore(seeds).getState();
  expect(selectData(state, categoryRead, 'gst')).toEqual({ name: 'GST' });
  expect(selectData(state, categoryRead, 'tax')).toBeUndefined();
  expect(selectData(state, listRead, { page: 1, category: 'gst' })).toEqual({ cards: [], total: 0 });
});

// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { Link, MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { baseApi, queryFor } from '#shared/api/base-api.ts';
import { optionsRead } from '#shared/site/site-reads.ts';
import { stubServer } from '../testing/fake-server.ts';
import { leavePage } from '../testing/show-page.tsx';
import { createStore, hydrateStore } from './store.ts';
import { useCountedPage } from './use-counted-page.ts';

baseApi.injectEndpoints({ endpoints: (build) => ({ options: build.query(queryFor(optionsRead)) }) });

const NONE = optionsRead.fallback;

function Page() {
  useCountedPage();
  return <Link to="/cart">Cart</Link>;
}

let server: ReturnType<typeof stubServer>;
beforeEach(() => {
  server = stubServer({
    'POST /api/page-views': () => new Response(null, { status: 204 }),
    'GET /api/site-options': () => Response.json({ data: null }),
  });
});
afterEach(() => {
  Reflect.deleteProperty(document, 'referrer');
  leavePage();
});

const referrer = (url: string) =>
  Object.defineProperty(document, 'referrer', { value: url, configurable: true });
const sent = () => server.calls.filter(({ call }) => call === 'POST /api/page-views').map(({ body }) => body);

function open(path: string, countsReaders: boolean) {
  const store = createStore();
  const value = { ...NONE, ...(countsReaders ? { countsReaders: true } : {}) };
  hydrateStore(store, [{ endpointName: 'options', value }]);
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[path]}>
        <Page />
      </MemoryRouter>
    </Provider>,
  );
  return store;
}

it('sends nothing where the site does not count its readers, nor on the console', () => {
  open('/', false);
  open('/console/posts', true);
  expect(sent()).toEqual([]);
});

it('sends the path of each page, and where the reader came from with the first one', async () => {
  referrer('https://www.google.com/search?q=my+secret');
  open('/tax/bail?utm_source=mail&token=secret', true);
  fireEvent.click(screen.getByRole('link', { name: 'Cart' }));
  await vi.waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()).toEqual([
    { data: { path: '/tax/bail', arrival: { referrer: 'www.google.com', source: 'mail' } } },
    { data: { path: '/cart' } },
  ]);
});

it('is no arrival from a page of the site', async () => {
  referrer(`${location.origin}/tax`);
  open('/', true);
  await vi.waitFor(() => expect(sent()).toEqual([{ data: { path: '/' } }]));
});

it('sends a search when its results are there, and whether there are none', async () => {
  const store = open('/search?q=bail', true);
  await vi.waitFor(() => expect(sent()).toHaveLength(1));
  baseApi.injectEndpoints({
    endpoints: (build) => ({ search: build.query<unknown, unknown>({ query: () => '/x' }) }),
  });
  act(() =>
    hydrateStore(store, [
      { endpointName: 'search', arg: { text: 'bail', page: 1 }, value: { page: 1, total: 0 } },
    ]),
  );
  act(() => hydrateStore(store, [{ endpointName: 'search', arg: { text: 'x', page: 1 }, value: {} }]));
  await vi.waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]).toEqual({ data: { search: 'bail', is_empty: true } });
});

it('sends no search with filters, and none of a later page', async () => {
  open('/catalogs/books?q=torts&binding=Hardback', true);
  open('/search?q=bail&page=2', true);
  await vi.waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent().map((body) => Object.keys((body as { data: object }).data)[0])).toEqual(['path', 'path']);
});

// @vitest-environment jsdom
import { act, waitFor } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { App } from './app.tsx';
import { createStore, hydrateStore } from './store.ts';
import { loadRequest, renderPage } from '../ssr/entry-server.tsx';
import { aBook, fakeCatalogue } from '../testing/fake-catalogue.ts';
import { aSite } from '../testing/site.ts';

const books = Array.from({ length: 14 }, (_, index) => aBook(index + 1, { SubTitle: `Author ${index + 1}` }));
const respond = fakeCatalogue({ posts: [], books });
let root: Root | undefined;

beforeEach(() => {
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    const { pathname, search } = new URL(url);
    return Response.json(await respond(pathname.replace('/api', '') + search));
  });
  vi.stubGlobal('scrollTo', () => undefined);
});
afterEach(async () => {
  await act(async () => root?.unmount());
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

const boxOf = (value: string) => {
  const box = document.querySelector<HTMLInputElement>(`input[type=checkbox][value="${value}"]`);
  if (box === null) throw new Error(`no box of ${value}`);
  return box;
};

/** A page that its reader has used before its scripts ran. */
async function open(path: string, useEarly: () => void): Promise<void> {
  const site = aSite();
  const page = await loadRequest(new URL(path, site.publicUrl), site, respond);
  document.body.innerHTML = `<div id="root">${renderPage(page, site).markup}</div>`;
  history.replaceState(null, '', path);
  useEarly();
  const store = createStore();
  hydrateStore(store, page.queries);
  const container = document.getElementById('root');
  if (container === null) throw new Error('no root');
  await act(async () => {
    root = hydrateRoot(
      container,
      <BrowserRouter>
        <App store={store} site={site} group="reading" isUnavailable={false} />
      </BrowserRouter>,
    );
  });
}

describe('a filter that was chosen before hydration', () => {
  it('takes effect after hydration', async () => {
    await open('/catalogs/books', () => boxOf('5').click());
    await waitFor(() => expect(location.search).toBe('?category=5'));
    expect(boxOf('5').checked).toBe(true);
  });
  it('can be removed as well', async () => {
    await open('/catalogs/books?category=5&type=Journal', () => boxOf('Journal').click());
    await waitFor(() => expect(location.search).toBe('?category=5'));
    expect(boxOf('Journal').checked).toBe(false);
  });
  it('is searched by the text that was typed', async () => {
    await open('/catalogs/books', () => {
      const field = document.querySelector<HTMLInputElement>('[placeholder="Find in 14"]');
      if (field === null) throw new Error('no field');
      field.value = 'author 12';
    });
    const offered = [...document.querySelectorAll<HTMLInputElement>('input[name=subtitle]')];
    expect(offered.map(({ value }) => value)).toEqual(['Author 12']);
    expect(document.querySelector<HTMLInputElement>('[placeholder="Find in 14"]')?.value).toBe('author 12');
  });
  it('is ignored where nothing was changed', async () => {
    await open('/catalogs/books?category=5&page=1', () => undefined);
    expect(location.search).toBe('?category=5&page=1');
  });
});

describe('two filters that are chosen in quick succession', () => {
  it('take effect together, each checked at once', async () => {
    await open('/catalogs/books', () => undefined);
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    boxOf('5').click();
    await Promise.resolve();
    expect(boxOf('5').checked).toBe(true);
    boxOf('Journal').click();
    await waitFor(() => expect(location.search).toBe('?category=5&type=Journal'));
    expect([boxOf('5').checked, boxOf('Journal').checked]).toEqual([true, true]);
  });
});

// @vitest-environment jsdom
import { useLayoutEffect } from 'react';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { apiStore } from '../../../testing/api-store.ts';
import { aBook, fakeCatalogue } from '../../../testing/fake-catalogue.ts';
import { listArgFrom } from '../filters.ts';
import { FilterPanel } from './filter-panel.tsx';

const respond = fakeCatalogue({ posts: [], books: [aBook(1)] });

function Panel() {
  const { search } = useLocation();
  return <FilterPanel list={listArgFrom('books', new URLSearchParams(search))} />;
}

beforeEach(() => {
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    const { pathname, search } = new URL(url);
    return Response.json(await respond(pathname.replace('/api', '') + search));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(path: string, store = apiStore()): void {
  history.replaceState(null, '', path);
  render(
    <Provider store={store}>
      <BrowserRouter>
        <Panel />
      </BrowserRouter>
    </Provider>,
  );
}
// The panel is a popover on phones, which jsdom hides.
const category = () =>
  screen.findByRole<HTMLInputElement>('checkbox', {
    name: /^Option of catelog-categories/,
    hidden: true,
  });

describe('FilterPanel', () => {
  it('adds a checked option to the URL, without a scroll reset', async () => {
    show('/catalogs/books');
    fireEvent.click(await category());
    expect(location.pathname + location.search).toBe('/catalogs/books?category=5');
    expect(history.state).toMatchObject({ usr: { preventScrollReset: true } });
    expect((await category()).checked).toBe(true);
  });

  it('adds one entry to the history for an option that is checked before its effects have run', async () => {
    const store = apiStore();
    show('/catalogs/books', store);
    await category();
    cleanup();
    const before = history.length;
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    const container = document.createElement('div');
    const root = createRoot(document.body.appendChild(container));
    const click = (): void => container.querySelector<HTMLInputElement>('input[name=category]')?.click();
    /** Clicks after the commit; React then runs the effects of the panel before it handles the click. */
    function ClickAfterCommit() {
      useLayoutEffect(() => queueMicrotask(click), []);
      return null;
    }
    try {
      root.render(
        <Provider store={store}>
          <BrowserRouter>
            <Panel />
            <ClickAfterCommit />
          </BrowserRouter>
        </Provider>,
      );
      await waitFor(() => expect(location.search).toBe('?category=5'));
      expect(history.length).toBe(before + 1);
    } finally {
      root.unmount();
      container.remove();
    }
  });

  it('removes an unchecked option and the page number from the URL', async () => {
    show('/catalogs/books?category=5&page=2');
    fireEvent.click(await category());
    expect(location.pathname + location.search).toBe('/catalogs/books');
  });

  it('shows 60 options of a long group, of each of which a name and a number, and finds the others', async () => {
    const books = Array.from({ length: 80 }, (_, at) =>
      aBook(at + 1, { SubTitle: `Subtitle ${String(at + 1).padStart(2, '0')}` }),
    );
    const counts = {
      SubTitle: Object.fromEntries(books.map((_, at) => [`Subtitle ${String(at + 1).padStart(2, '0')}`, 1])),
    };
    const many = fakeCatalogue({ posts: [], books, counts });
    vi.stubGlobal('fetch', async ({ url }: Request) => {
      const { pathname, search } = new URL(url);
      return Response.json(await many(pathname.replace('/api', '') + search));
    });
    show('/catalogs/books');
    const options = () => [...document.querySelectorAll<HTMLInputElement>('input[name=subtitle]')];
    await waitFor(() => expect(options()).toHaveLength(60));
    expect(options()[0]?.closest('label')?.querySelectorAll('*')).toHaveLength(3);
    expect(screen.getByText('20 more: search for them above')).toBeTruthy();
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search in Subtitle', hidden: true }), {
      target: { value: 'title 77' },
    });
    expect(options().map(({ value }) => value)).toEqual(['Subtitle 77']);
  });

  it('searches within the filters', async () => {
    show('/catalogs/books?category=5');
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search books' }), { target: { value: ' tax ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Search' }));
    expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({ q: 'tax', category: '5' });
  });

  it('links the unfiltered list only where a filter is active', async () => {
    show('/catalogs/books?category=5');
    expect(screen.getByRole('link', { name: 'Clear all', hidden: true }).getAttribute('href')).toBe(
      '/catalogs/books',
    );
    cleanup();
    show('/catalogs/books');
    expect(screen.queryByRole('link', { name: 'Clear all', hidden: true })).toBeNull();
  });
});

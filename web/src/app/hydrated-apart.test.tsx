// @vitest-environment jsdom
import { startTransition } from 'react';
import { act } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadRequest, renderPage } from '../ssr/entry-server.tsx';
import { aPost, fakeApi, type FakeSite } from '../testing/fake-api.ts';
import { aBook, fakeCatalogue } from '../testing/fake-catalogue.ts';
import { aSite } from '../testing/site.ts';
import { App } from './app.tsx';
import { createStore, hydrateStore } from './store.ts';

const posts = [1, 2, 3, 4].map((id) => aPost(id));
const books = Array.from({ length: 14 }, (_, index) => aBook(index + 1, { SubTitle: `Author ${index + 1}` }));
const news: FakeSite = { posts };
const respond = (path: string): Promise<unknown> =>
  /^\/(?:posts|categories|tags)/.test(path) ? fakeApi(news)(path) : fakeCatalogue({ posts, books })(path);
let root: Root | undefined;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  vi.stubGlobal('fetch', async () => Response.json({ data: [] }));
  vi.stubGlobal('scrollTo', () => undefined);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await act(async () => root?.unmount());
  document.body.innerHTML = '';
});

/** Begins to hydrate a page as the browser does; nothing of it is hydrated until the next task or event. */
async function begin(path: string): Promise<void> {
  const site = aSite();
  const page = await loadRequest(new URL(path, site.publicUrl), site, respond);
  document.body.innerHTML = `<div id="root">${renderPage(page, site).markup}</div>`;
  history.replaceState(null, '', path);
  const store = createStore();
  hydrateStore(store, page.queries);
  const container = document.getElementById('root') as HTMLElement;
  startTransition(() => {
    root = hydrateRoot(
      container,
      <BrowserRouter>
        <App store={store} site={site} group="reading" isUnavailable={false} />
      </BrowserRouter>,
    );
  });
}

/** Whether React has hydrated the first element of the selector: its elements carry a key of React. */
function isHydrated(selector: string): boolean {
  const element = document.querySelector(selector);
  if (element === null) throw new Error(`no ${selector}`);
  return Object.keys(element).some((key) => key.startsWith('__reactFiber$'));
}

const press = (selector: string) =>
  document.querySelector(selector)?.dispatchEvent(new Event('pointerdown', { bubbles: true }));

describe('a press before the page is hydrated', () => {
  it('hydrates what was pressed, and not the options of other filters or the books', async () => {
    await begin('/catalogs/books');
    expect(isHydrated('[popovertarget=menu-sheet]')).toBe(false);
    press('[popovertarget=menu-sheet]');
    expect(isHydrated('[popovertarget=menu-sheet]')).toBe(true);
    expect(isHydrated('h1')).toBe(false);
    press('[popovertarget=catalogue-filters]');
    expect(isHydrated('[popovertarget=catalogue-filters]')).toBe(true);
    expect(isHydrated('input[name=category]')).toBe(false);
    expect(isHydrated('main section ul li')).toBe(false);
    press('input[name=category]');
    expect(isHydrated('input[name=category]')).toBe(true);
    expect(isHydrated('input[name=subtitle]')).toBe(false);
  });
  it.each([['/'], ['/news/gst'], ['/search?q=x']])(
    'leaves the stories and the foot of %s for later',
    async (path) => {
      await begin(path);
      press('[popovertarget=menu-sheet]');
      press('h1');
      expect(['header button', 'main article', 'footer'].map(isHydrated)).toEqual([true, false, false]);
    },
  );
});

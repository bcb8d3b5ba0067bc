// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aPost } from '../testing/fake-api.ts';
import { aBook, aProfile, fakeCatalogue } from '../testing/fake-catalogue.ts';
import type { hydratePage } from './hydrated-page-builder.tsx';

const profile = aProfile(2, { SubCategory2: 0 });
const catalogue = fakeCatalogue({
  posts: [aPost(1), aPost(2)],
  showAuth: true,
  showProducts: true,
  books: [aBook(1), aBook(2, { Price: 1_200, discount: 25 })],
  profiles: [profile],
});
const practices = [{ id: 4, name: 'Crime', slug: 'crime', count: 1 }];
const order = { date: '2026-11-21', seed: 'ab12', next: [{ date: '2026-11-22', seed: 'cd34' }], ids: [2] };

async function respond(path: string): Promise<unknown> {
  if (path.startsWith('/lawyers/filter-options'))
    return { data: { practices, states: [{ id: 2, name: 'Kerala', count: 1 }], cities: [] } };
  if (path === '/lawyers/neutral-order') return { data: order };
  return catalogue(path);
}

/** Complaints about the test environment, and not about the markup: jsdom has no `<search>` element, browsers have. */
function isOfTheEnvironment([text, tag]: readonly unknown[]): boolean {
  // An update fell between two calls of `act` on a busy machine.
  if (String(text).startsWith('The current testing environment is not configured to support act('))
    return true;
  return String(text).startsWith('The tag <%s> is unrecognized in this browser.') && tag === 'search';
}

let root: Root | undefined;
let complaints: unknown[];
let requests: string[];

beforeEach(() => {
  complaints = [];
  requests = [];
  vi.spyOn(console, 'error').mockImplementation((...args: unknown[]) => {
    if (!isOfTheEnvironment(args)) complaints.push(args);
  });
  vi.stubGlobal('fetch', async (request: Request | string) => {
    const url = typeof request === 'string' ? request : request.url;
    // No cached document states the availability of a book and its shipping, so the browser requests them, and then the cart.
    if (!/\/api\/(?:book-availability\?|shop-options$)|\/cart$/.test(url)) requests.push(url);
    return Response.json({ data: null, error: {} }, { status: 500 });
  });
  vi.stubGlobal('scrollTo', () => undefined);
});
afterEach(async () => {
  await act(async () => root?.unmount());
  root = undefined;
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function open(hydrate: typeof hydratePage, path: string, api = respond) {
  root = await hydrate(path, { respond: api, onError: (error) => void complaints.push(error) });
}

describe('hydration of a reading page', () => {
  it.each([
    '/login',
    '/forgot-password',
    '/catalogs/books',
    '/catalogs/lawyers',
    '/all-lawers',
    '/catalogs/books/1/law-book-1',
    '/catalogs/lawyers/2/advocate-2',
    '/find-a-lawyer',
    '/find-a-lawyer/crime',
    '/catalogs/lawyers/order',
  ])('changes nothing at %s and makes no request', async (path) => {
    const { hydratePage: hydrate } = await import('./hydrated-page-builder.tsx');
    await open(hydrate, path);
    expect(document.querySelector('h1')?.textContent).not.toBe('');
    expect(complaints).toEqual([]);
    expect(requests).toEqual([]);
  });
});

describe('hydration of a shell', () => {
  it.each([
    ['/signup', 'Register'],
    ['/account', 'Account'],
    ['/account/orders', 'Account'],
    ['/cart', 'Cart'],
    ['/payment/books/1/law-book-1', 'Confirm or contact'],
    ['/console', 'Today'],
    ['/console/nowhere', 'Page not found'],
  ])('changes nothing at %s and makes no request', async (path, title) => {
    // A document has modules of its own: a shell is shown by the first page of a document only.
    vi.resetModules();
    const { hydratePage: hydrate } = await import('./hydrated-page-builder.tsx');
    await open(hydrate, path);
    expect(document.querySelector('h1')?.textContent).toBe(title);
    expect(document.querySelector('main output')?.getAttribute('aria-label')).toBe('Loading the page');
    expect(complaints).toEqual([]);
    expect(requests).toEqual([]);
  });

  it.each(['/signup', '/login', '/forgot-password'])(
    'of %s, on a site without accounts, is that of no page',
    async (path) => {
      vi.resetModules();
      const { hydratePage: hydrate } = await import('./hydrated-page-builder.tsx');
      await open(hydrate, path, fakeCatalogue({ posts: [] }));
      expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(
        'We could not find this page',
      );
      expect(complaints).toEqual([]);
      // The document of a shell has no articles, so the not-found page requests them, soon after its heading.
      expect(requests.filter((url) => !(path === '/signup' && url.includes('/api/posts?')))).toEqual([]);
    },
  );
});

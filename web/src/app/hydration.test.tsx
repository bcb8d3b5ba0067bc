// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aPost, FakeFailure, fakeApi, type FakeSite } from '../testing/fake-api.ts';
import { hydratePage } from './hydrated-page-builder.tsx';

const posts = [1, 2, 3, 4].map((id) => aPost(id, { content: '<p>a</p><p>b</p><p>c</p><p>d</p>' }));
const site: FakeSite = {
  posts,
  showProducts: true,
  renamed: {
    'old-name': 'report-2',
    'lost-name': 'gone',
    'categories/old-gst': 'gst',
    'tags/old-bail': 'bail',
  },
  newsletters: [
    {
      id: 7,
      subject: 'News of July',
      sent_at: '2026-07-31T04:30:00.000Z',
      sections: [
        { kind: 'text', heading: '', text: 'Hello, see https://a.example.' },
        { kind: 'article', id: 1, title: 'Report 1', text: 'Of the court', path: '/gst/report-1' },
      ],
    },
  ],
  ads: [{ type: 'Side Bar', title: 'Robes', link: 'https://r.example' }],
};

let root: Root | undefined;
let complaints: unknown[];
let calls: Request[];

beforeEach(() => {
  complaints = [];
  calls = [];
  vi.spyOn(console, 'error').mockImplementation((...args: unknown[]) => void complaints.push(args));
  const respond = fakeApi(site);
  vi.stubGlobal('fetch', async (request: Request) => {
    calls.push(request);
    const url = new URL(request.url, 'http://localhost:3000');
    if (request.method !== 'GET') return Response.json({ data: null });
    try {
      return Response.json(await respond(url.pathname.replace('/api', '') + url.search));
    } catch (error) {
      if (!(error instanceof FakeFailure)) throw error;
      return Response.json({ data: null, error: { status: error.status } }, { status: error.status });
    }
  });
  vi.stubGlobal('scrollTo', () => undefined);
  sessionStorage.clear();
});
afterEach(async () => {
  await act(async () => root?.unmount());
  root = undefined;
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
  document.head.innerHTML = '';
});

/** Hydrates a page; `failing` maps starts of API paths to the status with which they fail while the server renders. */
async function open(path: string, failing: Record<string, number> = {}) {
  const respond = fakeApi({ ...site, failing });
  root = await hydratePage(path, { respond, onError: (error) => void complaints.push(error) });
}

/** Replaces `location.reload`, which a test cannot run. */
function stubReload() {
  const reload = vi.fn<() => void>();
  const real = location;
  vi.stubGlobal(
    'location',
    new Proxy(
      {},
      {
        get: (_target, key) => (key === 'reload' ? reload : Reflect.get(real, key, real)),
      },
    ),
  );
  return reload;
}

const reads = () => calls.filter(({ method }) => method === 'GET').map(({ url }) => url);

describe('hydration', () => {
  it.each([
    '/',
    '/news/gst',
    '/tags/bail',
    '/corrections',
    '/search?q=x',
    '/gst/report-1',
    '/about',
    '/contact',
    '/newsletter',
    '/newsletter/7',
    '/subscribe',
    '/saved',
    '/no-such-page',
    '/gst/no-such-report',
  ])('changes nothing at %s and makes no request', async (path) => {
    await open(path);
    expect(complaints).toEqual([]);
    expect(reads()).toEqual([]);
  });
});

describe('a 503 document', () => {
  const pages: [string, string][] = [
    ['/', '/posts'],
    ['/search?q=x', '/posts'],
    ['/news/gst', '/posts'],
    ['/gst/report-1', '/posts?filters[slug]'],
  ];
  const retryHeading = () =>
    screen.findByRole('heading', { level: 1, name: 'This page cannot be shown just now' });
  const failFetches = () =>
    vi.stubGlobal('fetch', async (request: Request) => {
      calls.push(request);
      return Response.json({ data: null, error: {} }, { status: 500 });
    });

  it.each(pages)('stays a retry page at %s and requests none of its data', async (path, api) => {
    failFetches();
    await open(path, { [api]: 500 });
    await retryHeading();
    expect(screen.getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe(path);
    expect(document.title).toBe('Not available just now | Vidhi');
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
    expect(complaints).toEqual([]);
    expect(reads()).toEqual([]);
  });

  it('retries by loading the document', async () => {
    await open('/news/gst', { '/posts': 500 });
    const onRetry = vi.fn((event: Event) => {
      expect(event.defaultPrevented).toBe(false);
      event.preventDefault();
    });
    window.addEventListener('click', onRetry, { once: true });
    fireEvent.click(screen.getByRole('link', { name: 'Try again' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it('shows the page after a navigation, also to the same URL', async () => {
    await open('/search?q=x', { '/posts': 500 });
    await goTo('/about');
    await screen.findByRole('heading', { level: 1, name: /About/ });
    await goTo('/search?q=x');
    await screen.findByText('4 articles');
    await waitFor(() => expect(document.title).toBe('News about “x” | Vidhi'));
    expect(document.querySelectorAll('title')).toHaveLength(1);
  });

  it.each(['/', '/search?q=x'])(
    'shows an empty list at %s after a navigation whose request fails',
    async (path) => {
      failFetches();
      await open('/news/gst', { '/posts': 500 });
      await goTo(path);
      expect(await screen.findByText('Searched News not Available')).toBeDefined();
      expect(screen.queryByText('This page cannot be shown just now')).toBeNull();
    },
  );
});

describe('a navigation', () => {
  it('requests only missing data and updates the head once', async () => {
    await open('/');
    const [link] = screen.getAllByRole('link', { name: 'Report 2' });
    if (link === undefined) throw new Error('no link');
    await act(async () => void fireEvent.click(link));
    await waitFor(() => expect(document.title).toBe('Report 2 | Vidhi'));
    expect(document.querySelectorAll('title')).toHaveLength(1);
    expect(document.querySelectorAll('meta[name=description]')).toHaveLength(1);
    expect(document.querySelectorAll('link[rel=canonical]')).toHaveLength(1);
    expect(reads().filter((url) => /site-setting|social-link|show_nav|site-ads/.test(url))).toEqual([]);
    expect(reads().filter((url) => url.includes('report-2'))).toHaveLength(1);
  });
  it('to the current URL adds no history entry', async () => {
    await open('/news/gst');
    const before = history.length;
    const follow = async (name: string) => {
      const [link] = screen.getAllByRole('link', { name });
      if (link === undefined) throw new Error('no link');
      await act(async () => void fireEvent.click(link));
    };
    await follow('GST');
    expect([history.length, location.pathname]).toEqual([before, '/news/gst']);
    await follow('About');
    expect([history.length, location.pathname]).toEqual([before + 1, '/about']);
  });
  it('never shows data of the page before under the next URL', async () => {
    await open('/gst/report-1');
    const responded = Promise.withResolvers<Response>();
    vi.stubGlobal('fetch', () => responded.promise);
    const [link] = screen.getAllByRole('link', { name: 'Report 2' });
    if (link === undefined) throw new Error('no link');
    await act(async () => void fireEvent.click(link));
    await waitFor(() => expect(screen.queryByRole('heading', { level: 1, name: 'Report 1' })).toBeNull());
    await act(async () => responded.resolve(Response.json({ data: null, error: {} }, { status: 500 })));
    expect(await screen.findByRole('heading', { name: 'This page cannot be shown just now' })).toBeDefined();
  });
  it('shows a failed search as empty, never the results of the search before', async () => {
    await open('/search?q=x');
    expect(screen.getByText('4 articles')).toBeDefined();
    vi.stubGlobal('fetch', async () => Response.json({ data: null, error: {} }, { status: 500 }));
    await act(async () => {
      history.pushState({}, '', '/search?q=y');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    expect(await screen.findByText('Searched News not Available')).toBeDefined();
    expect(screen.queryByText('4 articles')).toBeNull();
  });
});

/** Goes to another page of the site, as the way back does. */
const goTo = (path: string) =>
  act(async () => {
    history.pushState({}, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  });

describe('an address of which only the server knows where it leads', () => {
  it.each([
    '/gst/old-name',
    '/old-name',
    '/news/old-gst',
    '/tags/old-bail',
    '/old-gst/report-2',
    '/gst/never-was',
    '/nothing/here/at-all',
    '/docs',
  ])('loads the document of %s', async (path) => {
    await open('/saved');
    const reload = stubReload();
    await goTo(`${path}?utm=1#part`);
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect([location.pathname, location.search, location.hash]).toEqual([path, '?utm=1', '#part']);
    expect(screen.queryByText('We could not find this page')).toBeNull();
  });

  it('shows the not-found page where the server has sent the document', async () => {
    await open('/never-was');
    const reload = stubReload();
    expect(await screen.findByRole('heading', { name: 'We could not find this page' })).toBeDefined();
    expect(reload).not.toHaveBeenCalled();
  });
});

describe('cached query data', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  const newest = () => reads().filter((url) => /\/posts\?(?!.*filters)/.test(url));

  it('is shown and revalidated after more than a minute', async () => {
    await open('/gst/report-1');
    await goTo('/about');
    await screen.findByRole('heading', { level: 1, name: /About/ });
    vi.setSystemTime(Date.now() + 61_000);
    const responded = Promise.withResolvers<void>();
    const respond = fakeApi({ ...site, posts: [aPost(1, { title: 'Report 1, corrected' })] });
    vi.stubGlobal('fetch', async ({ url }: Request) => {
      await responded.promise;
      const { pathname, search } = new URL(url);
      return Response.json(await respond(pathname.replace('/api', '') + search));
    });
    await goTo('/gst/report-1');
    expect(screen.getByRole('heading', { level: 1, name: 'Report 1' })).toBeDefined();
    await act(async () => responded.resolve());
    await screen.findByRole('heading', { level: 1, name: 'Report 1, corrected' });
    await waitFor(() => expect(document.title).toBe('Report 1, corrected | Vidhi'));
  });
  it('is not revalidated within a minute', async () => {
    await open('/');
    await goTo('/about');
    await screen.findByRole('heading', { level: 1, name: /About/ });
    const before = newest().length;
    vi.setSystemTime(Date.now() + 59_000);
    await goTo('/');
    await screen.findAllByRole('link', { name: 'Report 2' });
    expect(newest()).toHaveLength(before);
    vi.setSystemTime(Date.now() + 2_000);
    await goTo('/about');
    await goTo('/');
    await waitFor(() => expect(newest().length).toBeGreaterThan(before));
  });
});

describe('the view of an article', () => {
  const views = () => calls.filter(({ method }) => method === 'PUT');
  it('is registered after hydration, once per session', async () => {
    await open('/gst/report-1');
    await waitFor(() => expect(views()).toHaveLength(1));
    expect(views().map(({ url }) => url)).toEqual([expect.stringMatching(/\/api\/posts\/1$/)]);
    expect(await views()[0]?.json()).toEqual({ data: { views_count: 8 } });
    await act(async () => root?.unmount());
    await open('/gst/report-1');
    await screen.findByRole('button', { name: 'Copy link' });
    expect(views()).toHaveLength(1);
  });
  it('is registered for each article', async () => {
    await open('/gst/report-1');
    await waitFor(() => expect(views()).toHaveLength(1));
    await act(async () => root?.unmount());
    await open('/gst/report-2');
    await waitFor(() => expect(views()).toHaveLength(2));
  });
});

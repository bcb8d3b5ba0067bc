// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { syncCopies } from './offline-copies.ts';
import type { SavedArticle } from './saved-articles.ts';

const ORIGIN = 'https://vidhi.example';
const articleOf = (slug: string): SavedArticle => ({
  path: `/gst/${slug}`,
  title: `Title of ${slug}`,
  date: '',
});
const DOCUMENT =
  '<html><head><template id="scripts"><script src="/assets/a.js"></script></template></head><body>' +
  '<div id="root"><p>The whole text</p><img alt="" src="/uploads/court.jpg"></div></body></html>';

/** The part of the Cache API that is used, for one cache. */
class FakeCache {
  stored = new Map<string, Response>();
  put = async (path: string, response: Response) =>
    void this.stored.set(new URL(path, ORIGIN).href, response);
  add = async (path: string) => this.put(path, new Response('picture'));
  match = async (request: string | Request) =>
    this.stored.get(new URL(typeof request === 'string' ? request : request.url, ORIGIN).href)?.clone();
  keys = async () => [...this.stored.keys()].map((url) => new Request(url));
  delete = async (request: Request) => this.stored.delete(request.url);
}

let cache: FakeCache;
let registered: boolean;
let responses: Record<string, () => Response>;
beforeEach(() => {
  cache = new FakeCache();
  registered = false;
  responses = {};
  vi.stubGlobal('caches', {
    open: async () => cache,
    delete: async () => void cache.stored.clear(),
    keys: async () => [],
  });
  vi.stubGlobal('navigator', {
    serviceWorker: {
      register: async () => void (registered = true),
      getRegistration: async () => ({ unregister: async () => void (registered = false) }),
    },
  });
  vi.stubGlobal('fetch', async (path: string) => {
    const response = responses[path]?.() ?? new Response(DOCUMENT, { headers: POLICY });
    return response;
  });
});
afterEach(() => vi.unstubAllGlobals());

const POLICY = { 'content-security-policy': "default-src 'self'" };
const paths = () => [...cache.stored.keys()].map((url) => new URL(url).pathname);

describe('the copies of saved articles', () => {
  it('have text and pictures, the policy of the page, and none of its scripts', async () => {
    await syncCopies([articleOf('bail')]);
    expect([registered, paths()]).toEqual([true, ['/gst/bail', '/uploads/court.jpg']]);
    const copy = await cache.match('/gst/bail');
    const text = await copy?.text();
    expect(text).toContain('The whole text');
    expect(text).toContain('You are offline. This is the copy that you saved.');
    expect(text).not.toContain('/assets/a.js');
    expect(copy?.headers.get('content-security-policy')).toBe("default-src 'self'");
  });

  it('have one file of each picture, the one that is stored, as browsers would take another one', async () => {
    responses['/gst/bail'] = () =>
      new Response(
        '<body><picture><source type="image/avif" srcSet="/uploads/a-800.avif 800w" sizes="50vw"/>' +
          '<img alt="sizes=&quot;x&quot;" src="/uploads/a.jpg" srcSet="/uploads/a-800.jpg 800w" sizes="50vw"/></picture></body>',
      );
    await syncCopies([articleOf('bail')]);
    expect(paths()).toEqual(['/gst/bail', '/uploads/a.jpg']);
    const text = await (await cache.match('/gst/bail'))?.text();
    expect(text).toContain('<picture><img alt="sizes=&quot;x&quot;" src="/uploads/a.jpg"/></picture>');
  });

  it('take their pictures with them, unless another copy shows them', async () => {
    responses['/gst/appeal'] = () => new Response('<body><img src="/uploads/other.jpg"></body>');
    responses['/gst/third'] = () => new Response('<body><img src="/uploads/other.jpg"></body>');
    await syncCopies([articleOf('bail'), articleOf('appeal'), articleOf('third')]);
    await syncCopies([articleOf('third')]);
    expect(paths().toSorted()).toEqual(['/gst/third', '/uploads/other.jpg']);
  });

  it('go with the article, and the service worker with the last one', async () => {
    await syncCopies([articleOf('bail'), articleOf('appeal')]);
    await syncCopies([articleOf('appeal')]);
    expect(paths()).not.toContain('/gst/bail');
    expect(paths()).toContain('/gst/appeal');
    await syncCopies([]);
    expect([registered, paths()]).toEqual([false, []]);
  });

  it('are none of an error page', async () => {
    responses['/gst/gone'] = () => new Response('Not found', { status: 404 });
    await syncCopies([articleOf('gone')]);
    expect(paths()).toEqual([]);
  });

  it('are left out by browsers without a service worker', async () => {
    vi.stubGlobal('navigator', {});
    await syncCopies([articleOf('bail')]);
    expect(paths()).toEqual([]);
  });
});

describe('the service worker', () => {
  const source = readFileSync(join(import.meta.dirname, '../../../public/service-worker.js'), 'utf8');
  type Handler = (event: object) => void;

  /** Runs the worker, and responds to a navigation as it does. */
  async function navigate(path: string, network: () => Promise<Response>): Promise<Response | undefined> {
    const handlers: Record<string, Handler> = {};
    const self = {
      addEventListener: (type: string, handler: Handler) => void (handlers[type] = handler),
      location: { origin: ORIGIN },
      navigator: { onLine: false },
    };
    runInContext(source, createContext({ self, caches, fetch: network, URL, Response }));
    let response: Promise<Response> | undefined;
    handlers['fetch']?.({
      request: { mode: 'navigate', method: 'GET', url: ORIGIN + path },
      preloadResponse: undefined,
      respondWith: (given: Promise<Response>) => void (response = given),
    });
    return response;
  }
  const offline = async (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));

  it.each([200, 404, 503])('passes on a response of the network with status %i', async (status) => {
    await syncCopies([articleOf('bail')]);
    const response = await navigate('/gst/bail', async () => new Response('of the network', { status }));
    expect([response?.status, await response?.text()]).toEqual([status, 'of the network']);
  });

  it('shows a saved article where the network fails', async () => {
    await syncCopies([articleOf('bail')]);
    const response = await navigate('/gst/bail?utm_source=mail', offline);
    expect(await response?.text()).toContain('The whole text');
  });

  it('shows it by its address without a category, and not in place of a list of that name', async () => {
    await syncCopies([articleOf('bail')]);
    expect(await (await navigate('/bail', offline))?.text()).toContain('The whole text');
    for (const path of ['/news/bail', '/il', '/court.jpg'])
      expect(await (await navigate(path, offline))?.text()).toContain('This page opens by itself');
  });

  it('says otherwise that the network fails, lists the saved articles, and asks again', async () => {
    await syncCopies([{ ...articleOf('bail'), title: 'Bail <b> & "liberty"' }]);
    const response = await navigate('/cart', offline);
    const text = await response?.text();
    expect(response?.status).toBe(503);
    expect(text).toContain('You are offline');
    expect(text).toContain('<a href="/gst/bail">Bail &lt;b> &amp; &quot;liberty&quot;</a>');
    expect(text).toContain('http-equiv="refresh"');
  });
});

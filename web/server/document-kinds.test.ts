import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import { aBook, fakeCatalogue } from '../src/testing/fake-catalogue.ts';
import { aSite } from '../src/testing/site.ts';
import { buildApp } from './app.ts';
import { built, fakeApiClient, requestPage, pageStateOf } from './page-request-builder.ts';

describe.each([
  ['/account', 'Account'],
  ['/console', 'Today'],
])('the shell of %s', (path, title) => {
  it('has header, title and skeleton, without content of the page', async () => {
    const { statusCode, body } = await requestPage(path, { posts: [] });
    expect(statusCode).toBe(200);
    expect(body).toContain(`<h1>${title}</h1>`);
    expect(body).toContain(`<title data-head>${title} | Vidhi</title>`);
    expect(body).toMatch(/<header[^>]*>(<div[^>]*>)?<button[^>]*aria-label="Menu"/);
    expect(body).not.toContain('Please reload it in a moment');
    expect(pageStateOf(body).isRendered).toBe(true);
  });

  it('must not be cached, indexed or framed', async () => {
    const { headers, body } = await requestPage(path, { posts: [] });
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(body).toContain('<meta name="robots" content="noindex" data-head>');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("frame-src 'none'");
    expect(policy).not.toMatch(/unsafe|razorpay|youtube/);
    expect(headers['permissions-policy']).toContain('payment=()');
  });

  it('loads the entry of its kind', async () => {
    const { body } = await requestPage(path, { posts: [] });
    const kind = path === '/account' ? 'app' : 'console';
    expect(body).toContain(`src="/assets/${kind}.js"`);
    expect(body).not.toContain('src="/assets/main.js"');
  });
});

it('an app page has its small style sheets inline, under its own policy, and preloads a large one', async () => {
  const hash = createHash('sha256').update('i{margin:0}').digest('base64');
  const policyOf = ({ headers }: Awaited<ReturnType<typeof requestPage>>) =>
    String(headers['content-security-policy']);
  const account = await requestPage('/account', { posts: [] });
  expect(account.body).toContain('<style>i{margin:0}</style>');
  expect(account.body).toContain('<link rel="stylesheet" href="/assets/account.css" disabled>');
  expect(account.body).toContain('<link rel="preload" as="style" href="/assets/antd.css"');
  expect(policyOf(account)).toContain(hash);
  expect(policyOf(await requestPage('/console', { posts: [] }))).not.toContain(hash);
});

it('a reading page has the policy, entry and cache header of reading pages', async () => {
  const { headers, body } = await requestPage('/about', { posts: [] });
  expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  expect(headers['content-security-policy']).toContain('youtube-nocookie');
  expect(headers).not.toHaveProperty('x-robots-tag');
  expect(body).toContain('src="/assets/main.js"');
});

describe('the policy of payments', () => {
  const PROVIDER = 'https://checkout.razorpay.com';

  it.each(['/cart', '/payment/books/1/law-book-1', '/payment2/lawyers/2/advocate-2'])(
    'is that of %s',
    async (path) => {
      const { statusCode, headers, body } = await requestPage(path, { posts: [] });
      expect(statusCode).toBe(200);
      const policy = String(headers['content-security-policy']);
      expect(policy).toMatch(new RegExp(`script-src [^;]*${PROVIDER}`));
      expect(policy).toMatch(/frame-src [^;]*https:\/\/api\.razorpay\.com/);
      expect(headers['permissions-policy']).toMatch(/payment=\(self "https:\/\/api\.razorpay\.com"/);
      expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
      expect(headers['cache-control']).toBe('no-store');
      expect(body).toContain(PROVIDER);
    },
  );

  it('keeps both addresses of a purchase out of indexes, and names neither as canonical', async () => {
    const [payment, payment2] = await Promise.all(
      ['payment', 'payment2'].map((first) => requestPage(`/${first}/books/1/law-book-1`, { posts: [] })),
    );
    for (const page of [payment, payment2]) {
      expect(page?.headers['x-robots-tag']).toBe('noindex');
      expect(page?.body).not.toContain('rel="canonical"');
    }
    const headOf = (page: typeof payment) => page?.body.match(/<title[^>]*>[^<]*<\/title>|<meta [^>]*>/g);
    expect(headOf(payment2)).toEqual(headOf(payment));
  });

  it.each([
    '/',
    '/catalogs/books',
    '/login',
    '/signup',
    '/account',
    '/account/orders',
    '/success',
    '/status/co_1',
    '/order-status',
    '/console',
    '/no-such-page',
  ])('is not that of %s', async (path) => {
    const catalogue = fakeCatalogue({ posts: [], showAuth: true });
    const api = {
      get: async (requested: string) => ({ body: await catalogue(requested), position: '' }),
      close: async () => undefined,
    };
    const { headers, body } = await requestPage(path, { posts: [] }, { api });
    expect(JSON.stringify(headers)).not.toContain('razorpay');
    expect(body).not.toContain('razorpay');
    expect(headers['permissions-policy']).toContain('payment=()');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  });
});

it('counts no failure for the shells of app and console pages', async () => {
  const metrics = createMetrics('web');
  const api = fakeApiClient({ posts: [], showAuth: true });
  const server = await buildApp({ app: built, api, site: aSite(), metrics });
  for (const path of ['/account', '/signup', '/cart', '/payment/books/1/law-book-1', '/console'])
    expect((await server.inject(path)).statusCode).toBe(200);
  await server.close();
  const text = await metrics.registry.getSingleMetricAsString('vidhi_web_shells_total');
  expect(text).toContain('# TYPE vidhi_web_shells_total counter');
  expect(text).not.toMatch(/^vidhi_web_shells_total\{/m);
});

it('only editors learn of which other sites pages show pictures', async () => {
  const site = { imageOrigins: ['https://images.old.example'] };
  const bodyOf = async (path: string) => (await requestPage(path, { posts: [] }, site)).body;
  expect(await bodyOf('/console')).toContain('"imageOrigins":["https://images.old.example"]');
  for (const path of ['/', '/account']) expect(await bodyOf(path)).not.toContain('imageOrigins');
});

const headingOf = (html: string) => /<h1[^>]*>([^<]*)<\/h1>/.exec(html)?.[1];

describe('a page that needs a login', () => {
  const PAGES = ['/login', '/forgot-password', '/signup', '/register'];

  it.each(PAGES)('%s is not found while logins are off', async (path) => {
    await built.renderer.loadAllPages();
    const { statusCode, body } = await requestPage(path, { posts: [], showAuth: false });
    expect(statusCode).toBe(404);
    expect(body).toContain('<title data-head>Page not found | Vidhi</title>');
    expect(headingOf(body)).toBe('We could not find this page');
    expect(body).not.toContain('needs JavaScript');
  });

  it.each(PAGES)('%s exists while logins are on', async (path) => {
    expect((await requestPage(path, { posts: [], showAuth: true })).statusCode).toBe(200);
  });
});

it('an address of the console that is no page is not found, in the frame of the console', async () => {
  const { statusCode, body } = await requestPage('/console/nowhere', { posts: [] });
  expect(statusCode).toBe(404);
  expect(headingOf(body)).toBe('Page not found');
  expect(body).toContain('<title data-head>Page not found | Vidhi</title>');
  expect(body).toContain('id="console-rail"');
  expect(body).toContain('src="/assets/console.js"');
});

describe('the page that buys a book or names a contact', () => {
  const statusOf = async (path: string) => {
    const catalogue = fakeCatalogue({ posts: [], books: path.includes('/9/') ? [] : [aBook(1)] });
    const get = async (requested: string) => ({ body: await catalogue(requested), position: '' });
    const response = await requestPage(path, { posts: [] }, { api: { get, close: async () => undefined } });
    return [response.statusCode, /<title[^>]*>([^<|]*) /.exec(response.body)?.[1]];
  };

  it.each([
    ['/payment/books/1/law-book-1', [200, 'Confirm or contact']],
    ['/payment/books/9/gone', [404, 'Page not found']],
    ['/payment2/books/9/gone', [404, 'Page not found']],
    ['/payment/judges/1/x', [404, 'Page not found']],
    ['/payment/books/one/x', [404, 'Page not found']],
  ])('%s responds %j', async (path, expected) => expect(await statusOf(path)).toEqual(expected));

  it('is found where it cannot be known', async () => {
    const failing = { posts: [], failing: { '/books?': 503 } };
    expect((await requestPage('/payment/books/1/x', failing)).statusCode).toBe(200);
  });
});

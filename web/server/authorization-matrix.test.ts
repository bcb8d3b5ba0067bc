import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION_COOKIE } from '@vidhi/contracts/host-cookies.ts';
import {
  CALLERS,
  type Caller,
  type MatrixRow,
  type MatrixSubject,
} from '@vidhi/testing/authorization-matrix.ts';
import { createCallerTokens } from '@vidhi/testing/caller-tokens.ts';
import { describeMatrix } from '@vidhi/testing/describe-matrix.ts';
import { addAppPages } from '../src/app/app-pages.ts';
import { allPages } from '../src/app/routes.tsx';
import { addConsolePages } from '../src/features/console/page-table.ts';
import { aPost } from '../src/testing/fake-api.ts';
import { aBook, aProfile, fakeCatalogue } from '../src/testing/fake-catalogue.ts';
import { aSite } from '../src/testing/site.ts';
import { buildApp } from './app.ts';
import { built } from './page-request-builder.ts';
import type { RouteDefinition } from '#shared/routing/route.ts';

/** The web server holds no data of anybody: it renders what the API responds to anonymous clients. */
const PUBLIC = '+'.repeat(CALLERS.length);
const NOTHING_THERE = '0'.repeat(CALLERS.length);

const FILES = ['icon.svg', 'assets/main.js'];

const get = (path: string, allowed = PUBLIC, row: Partial<MatrixRow> = {}): MatrixRow => ({
  route: `GET ${path}`,
  target: 'none',
  allowed,
  ...row,
});

const ROWS: readonly MatrixRow[] = [
  ...['/livez', '/readyz', '/metrics', '/favicon.ico', '/manifest.webmanifest'].map((path) => get(path)),
  ...['/.well-known/security.txt', '/ads.txt', '/rss.xml', '/feed'].map((path) => get(path)),
  get('/share-card.png', NOTHING_THERE, {
    target: 'missing',
    url: () => '/share-card.png?page=/nowhere/at/all',
  }),
  get('/preview/:token', NOTHING_THERE, { target: 'missing', url: () => '/preview/none' }),
  get('/preview/ads/:token', NOTHING_THERE, { target: 'missing', url: () => '/preview/ads/none' }),
  get('/preview/front', NOTHING_THERE, { target: 'missing' }),
  get('/preview/front', PUBLIC, {
    url: () => '/preview/front?blocks={"main":["latest"],"side":[],"list_ads":true}',
  }),
  // One route for each file of the build.
  ...FILES.map((file) => get(`/${file}`)),
  get('/assets/*', NOTHING_THERE, { target: 'missing', url: () => '/assets/missing.js' }),
  get('/*', PUBLIC, { url: () => '/' }),
  get('/*', NOTHING_THERE, { target: 'missing', url: () => '/nowhere/at/all' }),
  get('/*', NOTHING_THERE, { target: 'other', url: () => '/internal/users' }),
];

/** A URL of each page that has parameters, by its path in the rows of the features. */
const PARAMETER_URLS: Readonly<Record<string, string>> = {
  '/search': '/search?q=report',
  '/news/:catslug': '/news/gst',
  '/tags/:tagslug': '/tags/bail',
  '/:catslug/:newsslug': '/gst/report-1',
  '/:newsslug': '/report-1',
  '/newsletter/:issue': '/newsletter/1',
  '*': '/nowhere/at/all',
  '/catalogs/:store': '/catalogs/books',
  '/catalogs/:store/:id/:slug': '/catalogs/lawyers/2/advocate-2',
  '/payment/:store/:id/:slug': '/payment/books/1/law-book-1',
  '/payment2/:store/:id/:slug': '/payment2/lawyers/2/advocate-2',
  '/find-a-lawyer/:practice': '/find-a-lawyer/tax',
  '/status/:checkout': '/status/a-checkout',
  '/payment/link/:link': '/payment/link/link_1',
  '/reset-password': '/reset-password?code=a-code',
  '/account/claim': '/account/claim?code=a-code',
  '/confirm-email': '/confirm-email?confirmation=a-token',
  '/confirm-email-change': '/confirm-email-change?confirmation=a-token',
  '/stop-email-change': '/stop-email-change?stop=a-token',
  '/console': '/console',
  '/console/posts/new': '/console/posts/new',
  '/console/posts/calendar': '/console/posts/calendar',
  '/console/posts/:id': '/console/posts/41',
  '/console/posts/:id/history': '/console/posts/41/history',
  '/console/orders': '/console/orders',
  '/console/orders/new': '/console/orders/new',
  '/console/orders/:id': '/console/orders/pu_1',
  '/console/payment-links': '/console/payment-links',
  '/console/payment-links/:id': '/console/payment-links/link_1',
  '/console/money': '/console/money',
  '/console/shop-settings': '/console/shop-settings',
  '/console/books': '/console/books',
  '/console/books/import': '/console/books/import',
  '/console/books/prices': '/console/books/prices',
  '/console/books/new': '/console/books/new',
  '/console/books/:id': '/console/books/7',
  '/console/stock': '/console/stock',
  '/console/stock/:id': '/console/stock/1',
  '/console/audit': '/console/audit',
  '/console/security': '/console/security',
  '/console/system': '/console/system',
  '/console/webhooks': '/console/webhooks',
  '/console/webhooks/:id': '/console/webhooks/7',
  '/console/tokens': '/console/tokens',
  '/console/staff': '/console/staff',
  '/console/posts': '/console/posts',
  '/console/categories': '/console/categories',
  '/console/categories/:id': '/console/categories/1',
  '/console/tags': '/console/tags',
  '/console/tags/:id': '/console/tags/1',
  '/console/import': '/console/import',
  '/console/trash': '/console/trash',
  '/console/profiles': '/console/profiles',
  '/console/profiles/import': '/console/profiles/import',
  '/console/profiles/:id': '/console/profiles/7',
  '/console/profiles/:id/edit': '/console/profiles/7/edit',
  '/console/inbox': '/console/inbox',
  '/console/inbox/:id': '/console/inbox/7',
  '/console/grievances': '/console/grievances',
  '/console/grievances/:id': '/console/grievances/7',
  '/console/reply-templates': '/console/reply-templates',
  '/console/reply-templates/:id': '/console/reply-templates/7',
  '/console/subscribers': '/console/subscribers',
  '/console/customers': '/console/customers',
  '/console/customers/:id': '/console/customers/7',
  '/console/newsletters': '/console/newsletters',
  '/console/newsletters/new': '/console/newsletters/new',
  '/console/newsletters/:id': '/console/newsletters/7',
  '/console/trash/:kind': '/console/trash/tags',
  '/console/directory-lists/:list': '/console/directory-lists/cities',
  '/console/directory-lists/:list/:id': '/console/directory-lists/cities/1',
  '/console/shop-lists/:list': '/console/shop-lists/publishers',
  '/console/shop-lists/:list/:id': '/console/shop-lists/publishers/1',
  '/console/media': '/console/media',
  '/console/media/:id': '/console/media/1',
  '/console/slider': '/console/slider',
  '/console/slider/:id': '/console/slider/1',
  '/console/ads': '/console/ads',
  '/console/ads/:id': '/console/ads/1',
  '/console/authors': '/console/authors',
  '/console/authors/:id': '/console/authors/1',
  '/console/redirects': '/console/redirects',
  '/console/redirects/:id': '/console/redirects/1',
  '/console/front-page': '/console/front-page',
  '/console/menus': '/console/menus',
  '/console/pages': '/console/pages',
  '/console/pages/:id': '/console/pages/1',
  '/console/social-links': '/console/social-links',
  '/console/settings': '/console/settings',
  '/console/*': '/console/nowhere',
};

/** Statuses of pages of this site, where it is not 200. */
const STATUSES: Readonly<Record<string, number>> = { '*': 404, '/console/*': 404 };

addAppPages();
addConsolePages();

const pathsOf = (routes: readonly RouteDefinition[]): string[] =>
  routes.flatMap(({ path, children = [] }) => [path, ...pathsOf(children)]);

/** A URL of every page, by its path: the path itself, where it has no parameters. */
const PAGES = new Map(
  pathsOf(allPages()).map((path) => [path, PARAMETER_URLS[path] ?? (/[:*]/.test(path) ? undefined : path)]),
);

const clientDir = mkdtempSync(join(tmpdir(), 'vidhi-web-matrix-'));
mkdirSync(join(clientDir, 'assets'));
for (const file of FILES) writeFileSync(join(clientDir, file), 'content');
afterAll(() => rmSync(clientDir, { recursive: true, force: true }));

const tokens = await createCallerTokens();
afterAll(() => tokens.close());

/** A token, and the cookies that a browser would send. */
async function headersOf(caller: Caller): Promise<Record<string, string>> {
  const headers = await tokens.headersOf(caller);
  const cookie = `__Host-${SESSION_COOKIE}=${caller.replace(' ', '-')}`;
  return caller === 'anonymous' ? headers : { ...headers, cookie };
}

/** No page is sent as a shell because the machine is busy. */
const LONG_MS = 600_000;

/** The site with a lawyer; `requested` receives the paths that the server requests from the API. */
async function aServer(requested: string[] = []): Promise<FastifyInstance> {
  // As the server does before it listens: importing a page can take longer than a request may.
  await built.renderer.loadAllPages();
  const respond = fakeCatalogue({
    posts: [aPost(1)],
    books: [aBook(1)],
    profiles: [aProfile(2)],
    practices: [{ id: 1, name: 'Tax', slug: 'tax', count: 1 }],
    newsletters: [{ id: 1, subject: 'News of July', sent_at: '2026-07-31T20:00:00.000Z', sections: [] }],
    showAuth: true,
    options: { takes_grievances: true },
    requested,
  });
  return buildApp({
    app: { ...built, clientDir },
    api: { get: async (path) => ({ body: await respond(path), position: '' }), close: async () => undefined },
    site: aSite(),
    renderBudgetMs: LONG_MS,
  });
}

async function aSubject(): Promise<MatrixSubject> {
  const app = await aServer();
  return { app, headersOf };
}

describeMatrix('web', ROWS, aSubject);

describe('the pages', () => {
  const requested: string[] = [];
  let server: FastifyInstance;
  beforeAll(async () => {
    server = await aServer(requested);
  });
  afterAll(() => server.close());

  async function documentFor(caller: Caller, url: string) {
    requested.splice(0);
    const { statusCode, body, headers } = await server.inject({ url, headers: await headersOf(caller) });
    const { 'cache-control': caching, location, vary, 'set-cookie': cookie } = headers;
    return { statusCode, body, caching, location, vary, cookie, requested: requested.toSorted() };
  }

  it('each have a URL', () => {
    expect(Array.from(PAGES).flatMap(([path, url]) => (url === undefined ? [path] : []))).toEqual([]);
    expect(Object.keys(PARAMETER_URLS).filter((path) => !PAGES.has(path))).toEqual([]);
  });

  it.each([...PAGES])('%s is one document for all callers', async (path, url = path) => {
    // The first request may fill caches.
    await documentFor('anonymous', url);
    const anonymous = await documentFor('anonymous', url);
    expect(anonymous.statusCode).toBe(STATUSES[path] ?? 200);
    expect(anonymous.cookie).toBeUndefined();
    for (const caller of CALLERS) expect(await documentFor(caller, url)).toEqual(anonymous);
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import * as renderer from '../src/ssr/entry-server.tsx';
import { aPost, fakeApi, type FakeSite } from '../src/testing/fake-api.ts';
import { aSite } from '../src/testing/site.ts';
import { ApiError } from './api-client.ts';
import { buildApp } from './app.ts';
import { aBuiltApp } from './built-app-builder.ts';

const clientDir = mkdtempSync(join(tmpdir(), 'vidhi-web-'));
afterAll(() => rmSync(clientDir, { recursive: true }));
const built = { ...aBuiltApp(clientDir), renderer };
const posts = [1, 2].map((id) => aPost(id));

async function requestPage(path: string, site: Partial<FakeSite>, lookupStatus = 200) {
  const requested: string[] = [];
  const respond = fakeApi({ posts, ...site });
  const api = {
    get: async (url: string) => {
      requested.push(url);
      if (lookupStatus !== 200 && url.startsWith('/redirects/')) throw new ApiError(url, lookupStatus);
      return { body: await respond(url), position: '' };
    },
    close: async () => undefined,
  };
  const server = await buildApp({ app: built, api, site: aSite() });
  const { statusCode, headers, body } = await server.inject(path);
  await server.close();
  return {
    statusCode,
    location: headers['location'],
    caching: headers['cache-control'],
    body,
    lookups: requested.filter((url) => url.startsWith('/redirects/')),
  };
}

const moved = (location: string | null, status: 301 | 302 | 410 = 301) => ({
  redirects: { '/old page': { status, location } },
});

describe('an address of no page', () => {
  it.each([
    ['/old%20page', '/gst/report-1', '/gst/report-1'],
    ['/old%20page?utm=1', '/gst/report-1', '/gst/report-1?utm=1'],
    ['/old%20page?utm=1', '/gst/report-1#part', '/gst/report-1?utm=1#part'],
    ['/old%20page?utm=1', '/search?q=bail', '/search?q=bail'],
    ['/old%20page?utm=1', 'https://other.example/x', 'https://other.example/x'],
  ])('leads from %s by a redirect to %s to %s', async (path, target, location) => {
    const found = await requestPage(path, moved(target));
    expect([found.statusCode, found.location]).toEqual([301, location]);
  });

  it('leads elsewhere for now, or is gone', async () => {
    expect((await requestPage('/old%20page', moved('/x', 302))).statusCode).toBe(302);
    const gone = await requestPage('/old%20page', moved(null, 410));
    expect([gone.statusCode, gone.location]).toEqual([410, undefined]);
    expect(gone.body).toContain('<h1');
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/a\r\nset-cookie: a=b',
    '/%2f%2fevil.example',
  ])('never leads to %s, whatever the API says', async (target) => {
    const found = await requestPage('/old%20page', moved(target));
    expect([found.statusCode, found.location]).toEqual([404, undefined]);
  });

  it('leads where staff says before where a former slug would', async () => {
    const renamed = { 'old-name': 'report-2' };
    const own = { renamed, redirects: { '/old-name': { status: 301 as const, location: '/about' } } };
    expect((await requestPage('/old-name', own)).location).toBe('/about');
    expect((await requestPage('/old-name', { renamed })).location).toBe('/gst/report-2');
  });

  it('is not shared while redirects cannot be looked up', async () => {
    const known = await requestPage('/none/at-all', {});
    const unknown = await requestPage('/none/at-all', {}, 503);
    const older = await requestPage('/none/at-all', {}, 404);
    expect([known.statusCode, unknown.statusCode]).toEqual([404, 404]);
    expect([known.caching, unknown.caching, older.caching]).toEqual([
      'public, max-age=0, must-revalidate',
      'no-store',
      'public, max-age=0, must-revalidate',
    ]);
  });
});

it('looks up no redirect for a page, nor in the console', async () => {
  const pages = { redirects: { '/gst/report-1': { status: 301 as const, location: '/about' } } };
  const article = await requestPage('/gst/report-1', pages);
  expect([article.statusCode, article.lookups]).toEqual([200, []]);
  expect((await requestPage('/console/nowhere', {})).lookups).toEqual([]);
});

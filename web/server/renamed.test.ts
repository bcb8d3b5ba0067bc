import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import * as renderer from '../src/ssr/entry-server.tsx';
import { aPost, fakeApi, type FakeSite } from '../src/testing/fake-api.ts';
import { aSite } from '../src/testing/site.ts';
import { buildApp } from './app.ts';
import { aBuiltApp } from './built-app-builder.ts';

const clientDir = mkdtempSync(join(tmpdir(), 'vidhi-web-'));
afterAll(() => rmSync(clientDir, { recursive: true }));
const built = { ...aBuiltApp(clientDir), renderer };
const posts = [1, 2, 3].map((id) => aPost(id));

async function requestPage(path: string, site: FakeSite) {
  const respond = fakeApi(site);
  const api = {
    get: async (requested: string) => ({ body: await respond(requested), position: '' }),
    close: async () => undefined,
  };
  const server = await buildApp({ app: built, api, site: aSite() });
  const response = await server.inject(path);
  await server.close();
  return response;
}

describe('a renamed category or tag', () => {
  it.each([
    ['/news/old-gst', '/news/gst'],
    ['/news/old-gst?page=2', '/news/gst?page=2'],
    ['/tags/old-bail?page=3', '/tags/bail?page=3'],
    ['/old-gst/report-2?utm=1', '/gst/report-2?utm=1'],
    ['/old-gst/old-name', '/gst/report-2'],
  ])('redirects %s, with its former slug, to %s', async (from, to) => {
    const { statusCode, headers } = await requestPage(from, {
      posts,
      renamed: { 'old-name': 'report-2', 'categories/old-gst': 'gst', 'tags/old-bail': 'bail' },
    });
    expect([statusCode, headers['location']]).toEqual([301, to]);
  });

  it.each(['/news/none', '/tags/none', '/none/report-2'])(
    'is 404 at %s, whose slug never existed',
    async (path) => {
      expect((await requestPage(path, { posts, renamed: { 'categories/old-gst': 'gst' } })).statusCode).toBe(
        404,
      );
    },
  );
});

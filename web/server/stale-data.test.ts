import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import * as renderer from '../src/ssr/entry-server.tsx';
import { aPost, fakeApi } from '../src/testing/fake-api.ts';
import { aSite } from '../src/testing/site.ts';
import { buildApp } from './app.ts';
import { aBuiltApp } from './built-app-builder.ts';

const clientDir = mkdtempSync(join(tmpdir(), 'vidhi-web-'));
afterAll(() => rmSync(clientDir, { recursive: true }));

/**
 * Resolves with the age that a page says of its data, when those of the posts have this age and the rest follows its
 * topics.
 */
async function ageOf(path: string, ageSeconds: number | undefined): Promise<unknown> {
  const respond = fakeApi({ posts: [aPost(1)] });
  const server = await buildApp({
    app: { ...aBuiltApp(clientDir), renderer },
    site: aSite(),
    api: {
      get: async (requested) => ({
        body: await respond(requested),
        position: 'news.posts=12',
        ...(requested.startsWith('/posts') && ageSeconds !== undefined ? { ageSeconds } : {}),
      }),
      close: async () => undefined,
    },
  });
  const { headers } = await server.inject(path);
  await server.close();
  return headers['x-data-age'];
}

describe('a page of data whose service receives no events', () => {
  it('has the age of the oldest data', async () => {
    expect(await ageOf('/gst/report-1', 40)).toBe('40');
  });

  it('has the age also when it is 404', async () => {
    expect(await ageOf('/gst/published-meanwhile', 40)).toBe('40');
  });

  it('has no age while the consumers are connected', async () => {
    expect(await ageOf('/gst/report-1', undefined)).toBeUndefined();
  });
});

import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { fakeApi, type FakeSite } from '../src/testing/fake-api.ts';
import { aSite } from '../src/testing/site.ts';
import { manifestRoutes } from './manifest-routes.ts';

async function requestManifest(site: Partial<FakeSite>) {
  const respond = fakeApi({ posts: [], ...site });
  const server = Fastify();
  await server.register(manifestRoutes, {
    site: aSite(),
    api: {
      get: async (path) => ({ body: await respond(path), position: 'news.site=4' }),
      close: async () => undefined,
    },
  });
  const response = await server.inject('/manifest.webmanifest');
  await server.close();
  return response;
}

describe('the manifest', () => {
  it('has the name that the editors have set', async () => {
    const { headers, body } = await requestManifest({
      options: { site_name: 'Vidhi Gazette', site_description: 'Law of the land' },
    });
    expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8');
    expect(headers['x-data-position']).toBe('news.site=4');
    expect(JSON.parse(body)).toMatchObject({
      name: 'Vidhi Gazette',
      short_name: 'Vidhi Gazette',
      description: 'Law of the land',
      start_url: '/',
    });
  });
  it('has the configured name and is not cacheable when the request fails', async () => {
    const { headers, body } = await requestManifest({ failing: { '/site-options': 500 } });
    expect(headers['cache-control']).toBe('no-store');
    expect(JSON.parse(body)).toMatchObject({ name: 'Vidhi', description: 'News of the law' });
  });
});

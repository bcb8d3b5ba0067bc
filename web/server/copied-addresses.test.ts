import { describe, expect, it } from 'vitest';
import { allPages } from '../src/app/routes.tsx';
import { aPost } from '../src/testing/fake-api.ts';
import { aBook, aProfile, fakeCatalogue } from '../src/testing/fake-catalogue.ts';
import { aSite } from '../src/testing/site.ts';
import { buildApp } from './app.ts';
import { built, fakeApiClient, requestPage } from './page-request-builder.ts';

const posts = [aPost(1)];
const items = {
  books: [aBook(1, { Title: 'GST Law' })],
  profiles: [aProfile(2, { Title: 'Asha Rao' })],
};
const respond = fakeCatalogue({ posts, ...items });
const none = fakeCatalogue({ posts });
const catalogue = {
  api: {
    get: async (path: string) => ({
      body: await (path.includes('=9&') ? none : respond)(path),
      position: '',
    }),
    close: async () => undefined,
  },
};

describe('the address of a page of the site, as it was copied', () => {
  it.each([
    ['/about.', '/about'],
    ['/about)', '/about'],
    ['/about&quot;', '/about'],
    ['/cart&#39;&gt;', '/cart'],
    ['/cart).', '/cart'],
    ['/cart%20', '/cart'],
    ['/%E2%80%9Csignup%E2%80%9D,', '/signup'],
    ['/Contact%E2%80%8B?utm=1', '/contact?utm=1'],
    ['/About', '/about'],
    ['/CART', '/cart'],
    ['/Search?q=GST', '/search?q=GST'],
    ['/Privacy-Policy', '/privacy-policy'],
    ['/account/orders,', '/account/orders'],
    ['/catalogs/books)', '/catalogs/books'],
    ['/catalogs/Lawyers', '/catalogs/lawyers'],
    ['/catalogs/lawyers/order.', '/catalogs/lawyers/order'],
    ['/find-a-lawyer;', '/find-a-lawyer'],
    ['/privacy-policy/)', '/privacy-policy'],
    ['/console/posts)', '/console/posts'],
  ])('leads from %s to %s', async (from, to) => {
    const { statusCode, headers } = await requestPage(from, { posts });
    expect([statusCode, headers['location']]).toEqual([301, to]);
  });

  it.each([
    ['/catalogs/books/1)', '/catalogs/books/1/gst-law'],
    ['/catalogs/books/1', '/catalogs/books/1/gst-law'],
    ['/catalogs/books/1/?utm=1', '/catalogs/books/1/gst-law?utm=1'],
    ['/Catalogs/Books/1&quot;', '/catalogs/books/1/gst-law'],
    ['/catalogs/lawyers/2.', '/catalogs/lawyers/2/asha-rao'],
  ])('leads from %s, which lacks the slug of its item, to %s', async (from, to) => {
    const { statusCode, headers } = await requestPage(from, { posts }, catalogue);
    expect([statusCode, headers['location']]).toEqual([301, to]);
  });

  it.each(['/catalogs/books/9)', '/catalogs/books/x', '/catalogs/pens/1)', '/catalogs/books/1/a/b'])(
    '%s, which is no item, is 404',
    async (path) => {
      expect((await requestPage(path, { posts }, catalogue)).statusCode).toBe(404);
    },
  );

  it('is 404 for this visitor alone while the item cannot be read', async () => {
    const get = async (path: string) => {
      if (path.startsWith('/books?')) throw new Error('no connection');
      return { body: await respond(path), position: '' };
    };
    const api = { ...catalogue.api, get };
    const { statusCode, headers } = await requestPage('/catalogs/books/1)', { posts }, { api });
    expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store']);
  });

  it('leads there from every path of the route table that has no parameter', async () => {
    const server = await buildApp({ app: built, api: fakeApiClient({ posts }), site: aSite() });
    const fixed = allPages().flatMap(({ path }) => (/[:*]|^\/$/.test(path) ? [] : [path]));
    expect(fixed.length).toBeGreaterThan(30);
    const found = await Promise.all(
      fixed.map(async (path) => (await server.inject(`${path}).`)).headers['location']),
    );
    await server.close();
    expect(found).toEqual(fixed);
  });

  it('stays where it is where the path is a page of its own, and is 404 where nothing else remains', async () => {
    expect((await requestPage('/about', { posts })).statusCode).toBe(200);
    expect((await requestPage('/about-us.', { posts })).statusCode).toBe(404);
    expect((await requestPage('/).', { posts })).statusCode).toBe(404);
  });
});

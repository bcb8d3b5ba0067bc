import { describe, expect, it } from 'vitest';
import { allPages } from '../src/app/routes.tsx';
import { aPost } from '../src/testing/fake-api.ts';
import { aSite } from '../src/testing/site.ts';
import { buildApp } from './app.ts';
import { built, fakeApiClient, requestPage } from './page-request-builder.ts';

const posts = [aPost(1)];

describe('the address of a page of the site, as it was copied', () => {
  it.each([
    ['/about.', '/about'],
    ['/about)', '/about'],
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

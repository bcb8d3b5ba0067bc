import { beforeEach, describe, expect, it } from 'vitest';
import { aBook, aCatalog, aNamed, aProfile, type CatalogUnderTest } from '../catalog-builder.ts';

const ROOT = 'https://vidhi.example';
let catalog: CatalogUnderTest;

beforeEach(async () => {
  catalog = await aCatalog({
    specialization: [aNamed(1, 'Tax', { slug: 'tax' })],
    book: [aBook(1, { Title: 'The GST Act, 2017' }), aBook(2, { Title: 'विधि' })],
    lawyer: [
      aProfile(1, { PropertyList1: [1], updatedAt: '2026-11-05T06:00:00.000Z' }),
      aProfile(2, { Title: 'Rao & Sons', SubCategory2: '1' }),
    ],
  });
});

async function get(url: string) {
  const { statusCode: status, body, headers } = await catalog.app.inject({ url });
  const read = (name: string) => [...body.matchAll(new RegExp(`<${name}>(.*?)</`, 'g'))].map(([, it]) => it);
  return { status, headers, locations: read('loc'), changes: read('lastmod') };
}

describe('sitemaps of the catalogue', () => {
  it('list the page URL of every item with its last modification', async () => {
    const { headers, locations, changes } = await get('/sitemaps/books.xml');
    expect(headers).toMatchObject({ 'content-type': 'application/xml; charset=utf-8' });
    expect(headers['x-data-position']).toBe('catalog.books=1');
    expect(locations).toEqual([
      `${ROOT}/catalogs/books/1/the-gst-act-2017`,
      `${ROOT}/catalogs/books/2/${encodeURIComponent('विधि')}`,
    ]);
    expect(changes).toEqual(['2026-10-02T09:00:00.000Z', '2026-10-02T09:00:00.000Z']);
    expect((await get('/sitemaps/lawyers.xml')).locations).toEqual([`${ROOT}/catalogs/lawyers/1/adv-1`]);
    expect((await get('/sitemaps/firms.xml')).locations).toEqual([`${ROOT}/catalogs/firms/2/rao-sons`]);
  });

  it('list the listing pages and the practices that have lawyers', async () => {
    expect((await get('/sitemaps/catalogs.xml')).locations).toEqual(
      ['catalogs/books', 'catalogs/lawyers', 'catalogs/firms', 'find-a-lawyer', 'find-a-lawyer/tax'].map(
        (path) => `${ROOT}/${path}`,
      ),
    );
  });

  it('are listed by an index with their last modification, and follow every change', async () => {
    const before = await get('/sitemap.xml');
    expect(before.locations).toEqual(
      ['books', 'lawyers', 'firms', 'catalogs'].map((name) => `${ROOT}/sitemaps/${name}.xml`),
    );
    expect(before.changes[1]).toBe('2026-11-05T06:00:00.000Z');
    catalog.live.put('book', aBook(3, { updatedAt: '2026-11-06T06:00:00.000Z' }), 1);
    catalog.live.remove('book', 1, 2);
    expect((await get('/sitemap.xml')).changes[0]).toBe('2026-11-06T06:00:00.000Z');
    expect((await get('/sitemaps/books.xml')).locations).toHaveLength(2);
  });

  it('list no profile while the site asks search engines not to index them', async () => {
    expect((await get('/sitemaps/lawyers.xml')).locations).toHaveLength(1);
    catalog.live.put('site-option', { id: 1, profiles_noindex: true }, 1);
    for (const kind of ['lawyers', 'firms'])
      expect((await get(`/sitemaps/${kind}.xml`)).locations).toEqual([]);
    expect((await get('/sitemap.xml')).locations).toEqual(
      ['books', 'catalogs'].map((name) => `${ROOT}/sitemaps/${name}.xml`),
    );
    expect((await get('/sitemaps/books.xml')).locations).toHaveLength(2);
    catalog.live.put('site-option', { id: 1, profiles_noindex: false }, 2);
    expect((await get('/sitemaps/firms.xml')).locations).toHaveLength(1);
  });

  it('hold 5,000 items each and continue in numbered files', async () => {
    for (let id = 3; id <= 5_001; id += 1) catalog.live.put('book', aBook(id), 1);
    expect((await get('/sitemap.xml')).locations.slice(0, 2)).toEqual([
      `${ROOT}/sitemaps/books.xml`,
      `${ROOT}/sitemaps/books/2.xml`,
    ]);
    expect((await get('/sitemaps/books.xml')).locations).toHaveLength(5_000);
    expect((await get('/sitemaps/books/2.xml')).locations).toEqual([`${ROOT}/catalogs/books/5001/book-5001`]);
    expect((await get('/sitemaps/books/3.xml')).status).toBe(404);
  });

  it.each(['posts-1.xml', 'books.txt', 'books/1.xml', 'books/0.xml', 'constructor.xml', 'tags/2.xml'])(
    'are not at %s',
    async (path) => {
      expect((await get(`/sitemaps/${path}`)).status).toBe(404);
    },
  );
});

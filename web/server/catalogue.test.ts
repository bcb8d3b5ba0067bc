import { describe, expect, it } from 'vitest';
import * as renderer from '../src/ssr/entry-server.tsx';
import { aBook, aProfile, fakeCatalogue, type FakeCatalogue } from '../src/testing/fake-catalogue.ts';
import { jsonLdOf } from '../src/testing/json-ld-of.ts';
import { aSite } from '../src/testing/site.ts';

/** Resolves with one page of a catalogue: its status, its head, its markup and what goes into its state. */
async function requestPage(path: string, site: Partial<FakeCatalogue>) {
  const respond = fakeCatalogue({ posts: [], ...site });
  const url = new URL(path, 'https://vidhi.example');
  const page = await renderer.loadRequest(url, aSite(), respond);
  const { markup } = renderer.renderPage(page, aSite());
  const items = jsonLdOf(page.head);
  return {
    status: page.outcome.status,
    isComplete: page.isComplete,
    head: page.head,
    markup,
    items,
    state: renderer.pageStateText(page, aSite(), true),
  };
}

const canonicalOf = (head: string) => /<link rel="canonical" href="([^"]*)"/.exec(head)?.[1];
const books = [aBook(1), aBook(2, { Price: 1_200, discount: 25 })];

describe('a catalogue list', () => {
  it('shows items, prices and the total', async () => {
    const { status, markup } = await requestPage('/catalogs/books', { books });
    expect(status).toBe(200);
    expect(markup).toContain('href="/catalogs/books/1/law-book-1"');
    expect(markup).toContain('₹499');
    expect(markup).toContain('₹900');
    expect(markup).toContain('25% off');
    expect(markup).toContain('2 books');
    expect(markup).toContain('placeholder="Search books"');
  });
  it('has the options and counts of the server in a form that works without scripts', async () => {
    const counts = {
      Category: { 5: 1_042 },
      Price: { '1-500': 1, '1001-1500': 1 },
      Binding: { Hardback: 3 },
    };
    const { markup } = await requestPage('/catalogs/books', { books, counts });
    expect(markup).toMatch(/<form[^>]*action="\/catalogs\/books"[^>]*method="get"/);
    expect(markup).toMatch(/<input type="checkbox" name="category" value="5"/);
    expect(markup).toContain('Option of catelog-categories');
    expect(markup).toContain('1,042');
    expect(markup).toContain('(1,042 books)');
    // Nothing is left of a binding that no book of this list has; an author's number is not known.
    expect(/<input [^>]*value="Paperback"[^>]*>/.exec(markup)?.[0]).toContain('disabled');
    expect(/<input [^>]*value="A. Rao"[^>]*>/.exec(markup)?.[0]).not.toContain('disabled');
    expect(markup).toMatch(/name="price" value="1001-1500"/);
    expect(markup).not.toMatch(/name="price" value="501-1000"/);
  });
  it('has a canonical URL for each page, and JSON-LD with its items', async () => {
    const { head, items } = await requestPage('/catalogs/books?page=2', { books, total: 60 });
    expect(canonicalOf(head)).toBe('https://vidhi.example/catalogs/books?page=2');
    expect(items.map((item) => item['@type'])).toEqual(['BreadcrumbList', 'ItemList']);
    expect(items[1]).toMatchObject({
      numberOfItems: 60,
      itemListElement: [{ url: 'https://vidhi.example/catalogs/books/1/law-book-1' }, {}],
    });
  });
  it('links its other pages with the same filters', async () => {
    const { markup } = await requestPage('/catalogs/books?category=5&page=2', { books, total: 60 });
    expect(markup).toContain('href="/catalogs/books?category=5&amp;page=3"');
    expect(markup).toContain('href="/catalogs/books?category=5"');
  });
  it('is 404 beyond the last page, with a link back', async () => {
    const { status, markup } = await requestPage('/catalogs/books?page=9', { books: [], total: 60 });
    expect(status).toBe(404);
    expect(markup).toContain('No result found');
    expect(markup).toContain('href="/catalogs/books?page=3"');
    expect(markup).not.toContain('60 books');
  });
  it('is 404 for an unknown kind', async () => {
    expect((await requestPage('/catalogs/pens', {})).status).toBe(404);
    expect((await requestPage('/catalogs/toString', {})).status).toBe(404);
    expect((await requestPage('/catalogs/books?page=9', { books, total: 60 })).status).toBe(404);
  });
});

describe('a filtered list', () => {
  it('requests the filters, shows them, and is not indexed', async () => {
    const requested: string[] = [];
    const { markup, head } = await requestPage('/catalogs/books?category=5&q=tax', { books, requested });
    expect(requested.some((path) => path.includes('[Category][id][$in][0]=5'))).toBe(true);
    expect(requested.some((path) => path.includes('[Title][$search]=tax'))).toBe(true);
    expect(markup).toMatch(
      /<input type="checkbox" name="category" checked="" value="5"|value="5" checked=""/,
    );
    expect(markup).toMatch(/Remove (<!-- -->)?Category/);
    expect(head).toContain('<meta name="robots" content="noindex"');
    expect(canonicalOf(head)).toBe('https://vidhi.example/catalogs/books');
  });
  it('says when it is empty', async () => {
    expect((await requestPage('/catalogs/books?q=none', { books: [] })).markup).toContain('No result found');
  });
});

describe('lawyers and firms', () => {
  it('show the initial of the name instead of a missing picture', async () => {
    const { attributes, id } = aProfile(1);
    const profiles = [
      { id, attributes: { ...attributes, Title: 'Adv. Bela Rao', PrimaryImageId: { data: null } } },
    ];
    const { markup } = await requestPage('/catalogs/lawyers', { profiles });
    expect(markup).toContain('<span class="item-card__blank" aria-hidden="true">B</span>');
  });

  it('are shown without facts for members', async () => {
    const { markup, state, head } = await requestPage('/catalogs/lawyers', { profiles: [aProfile(1)] });
    expect(markup).toContain('Advocate 1');
    expect(markup).toContain('Kochi');
    for (const text of [markup, state, head])
      expect(text).not.toMatch(/KER\/1234|9876543210|bar\.example|7777/);
  });
  it('are in the neutral order, which is explained', async () => {
    const requested: string[] = [];
    const { markup } = await requestPage('/catalogs/firms', { profiles: [aProfile(1)], requested });
    expect(requested.find((path) => path.startsWith('/lawyers?'))).toMatch(
      /SubCategory2\]\[\$eq\]=1&.*sort=neutral/,
    );
    expect(markup).toContain('href="/catalogs/lawyers/order"');
    expect(markup).toContain('Bar Council of India');
  });
  it('are filtered by the place of the form', async () => {
    const { markup } = await requestPage('/catalogs/lawyers?state=3', { profiles: [aProfile(1)] });
    expect(markup).toMatch(/Remove (<!-- -->)?State(<!-- -->)?: <\/span>Kerala/);
  });
});

describe('a list whose requests fail', () => {
  it('is 503 and never an empty list', async () => {
    const { status, markup, isComplete } = await requestPage('/catalogs/books', {
      books,
      failing: { '/books?': 500 },
    });
    expect(status).toBe(503);
    expect(markup).not.toContain('No result found');
    expect(isComplete).toBe(false);
  });
  it('waits while the settings of the site are not loaded', async () => {
    const { status, markup, isComplete } = await requestPage('/catalogs/books', {
      books,
      failing: { '/site-setting': 500 },
    });
    expect([status, isComplete]).toEqual([200, false]);
    expect(markup).toContain('>Loading<');
    expect(markup).not.toContain('Law Book 1');
  });
});

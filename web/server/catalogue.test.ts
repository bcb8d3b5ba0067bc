import { describe, expect, it } from 'vitest';
import * as renderer from '../src/ssr/entry-server.tsx';
import { aBook, aProfile, fakeCatalogue, type FakeCatalogue } from '../src/testing/fake-catalogue.ts';
import { toldToMachines } from '../src/testing/machine-words.ts';
import { aSite } from '../src/testing/site.ts';

/** One page of a catalogue: its status, its head, its markup and what goes into its state. */
async function ask(path: string, site: Partial<FakeCatalogue>) {
  const answer = fakeCatalogue({ posts: [], ...site });
  const url = new URL(path, 'https://vidhi.example');
  const page = await renderer.loadRequest(url, aSite(), answer);
  const { markup } = renderer.renderPage(page, aSite());
  const items = toldToMachines(page.head);
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

describe('a store', () => {
  it('shows its items, what they cost, and how many there are', async () => {
    const { status, markup } = await ask('/catalogs/books', { books });
    expect(status).toBe(200);
    expect(markup).toContain('href="/catalogs/books/1/law-book-1"');
    expect(markup).toContain('₹499');
    expect(markup).toContain('₹900');
    expect(markup).toContain('25% off');
    expect(markup).toContain('2 books');
    expect(markup).toContain('placeholder="Search books"');
  });
  it('offers what the server reports, with its numbers, in a form that needs no script', async () => {
    const counts = {
      Category: { 5: 1_042 },
      Price: { '1-500': 1, '1001-1500': 1 },
      Binding: { Hardback: 3 },
    };
    const { markup } = await ask('/catalogs/books', { books, counts });
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
  it('names every page of its list, and each item, to machines', async () => {
    const { head, items } = await ask('/catalogs/books?page=2', { books, total: 60 });
    expect(canonicalOf(head)).toBe('https://vidhi.example/catalogs/books?page=2');
    expect(items.map((item) => item['@type'])).toEqual(['BreadcrumbList', 'ItemList']);
    expect(items[1]).toMatchObject({
      numberOfItems: 60,
      itemListElement: [{ url: 'https://vidhi.example/catalogs/books/1/law-book-1' }, {}],
    });
  });
  it('has links to its other pages that keep the filters', async () => {
    const { markup } = await ask('/catalogs/books?category=5&page=2', { books, total: 60 });
    expect(markup).toContain('href="/catalogs/books?category=5&amp;page=3"');
    expect(markup).toContain('href="/catalogs/books?category=5"');
  });
  it('says so past its end, and leads back', async () => {
    const { status, markup } = await ask('/catalogs/books?page=9', { books: [], total: 60 });
    expect(status).toBe(404);
    expect(markup).toContain('No result found');
    expect(markup).toContain('href="/catalogs/books?page=3"');
    expect(markup).not.toContain('60 books');
  });
  it('is not there when it is none of the three', async () => {
    expect((await ask('/catalogs/pens', {})).status).toBe(404);
    expect((await ask('/catalogs/toString', {})).status).toBe(404);
    expect((await ask('/catalogs/books?page=9', { books, total: 60 })).status).toBe(404);
  });
});

describe('a narrowed store', () => {
  it('asks for it, says by what, and is no page of its own to search engines', async () => {
    const asked: string[] = [];
    const { markup, head } = await ask('/catalogs/books?category=5&q=tax', { books, asked });
    expect(asked.some((path) => path.includes('[Category][id][$in][0]=5'))).toBe(true);
    expect(asked.some((path) => path.includes('[Title][$containsi]=tax'))).toBe(true);
    expect(markup).toMatch(
      /<input type="checkbox" name="category" checked="" value="5"|value="5" checked=""/,
    );
    expect(markup).toMatch(/Remove (<!-- -->)?Category/);
    expect(head).toContain('<meta name="robots" content="noindex"');
    expect(canonicalOf(head)).toBe('https://vidhi.example/catalogs/books');
  });
  it('says so when nothing is left', async () => {
    expect((await ask('/catalogs/books?q=none', { books: [] })).markup).toContain('No result found');
  });
});

describe('lawyers and firms', () => {
  it('have the letter of their name where no picture is, not that of a title', async () => {
    const { attributes, id } = aProfile(1);
    const profiles = [
      { id, attributes: { ...attributes, Title: 'Adv. Bela Rao', PrimaryImageId: { data: null } } },
    ];
    const { markup } = await ask('/catalogs/lawyers', { profiles });
    expect(markup).toContain('<span class="item-card__blank" aria-hidden="true">B</span>');
  });

  it('are shown without anything that only signed-in visitors may know', async () => {
    const { markup, state, head } = await ask('/catalogs/lawyers', { profiles: [aProfile(1)] });
    expect(markup).toContain('Advocate 1');
    expect(markup).toContain('Kochi');
    for (const text of [markup, state, head])
      expect(text).not.toMatch(/KER\/1234|9876543210|bar\.example|7777/);
  });
  it('stand in the neutral order, and say so', async () => {
    const asked: string[] = [];
    const { markup } = await ask('/catalogs/firms', { profiles: [aProfile(1)], asked });
    expect(asked.find((path) => path.startsWith('/lawyers?'))).toMatch(
      /SubCategory2\]\[\$eq\]=1&.*sort=neutral/,
    );
    expect(markup).toContain('href="/catalogs/lawyers/order"');
    expect(markup).toContain('Bar Council of India');
  });
  it('are found by a place that another page has chosen', async () => {
    const { markup } = await ask('/catalogs/lawyers?state=3', { profiles: [aProfile(1)] });
    expect(markup).toMatch(/Remove (<!-- -->)?State(<!-- -->)?: <\/span>Kerala/);
  });
});

describe('a store whose reads fail', () => {
  it('is 503 where its list does, never an empty page', async () => {
    const { status, markup, isComplete } = await ask('/catalogs/books', {
      books,
      failing: { '/books?': 500 },
    });
    expect(status).toBe(503);
    expect(markup).not.toContain('No result found');
    expect(isComplete).toBe(false);
  });
  it('waits where the config of the site does', async () => {
    const { status, markup, isComplete } = await ask('/catalogs/books', {
      books,
      failing: { '/site-setting': 500 },
    });
    expect([status, isComplete]).toEqual([200, false]);
    expect(markup).toContain('>Loading<');
    expect(markup).not.toContain('Law Book 1');
  });
});

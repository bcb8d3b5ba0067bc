import { describe, expect, it } from 'vitest';
import * as renderer from '../src/ssr/entry-server.tsx';
import { toMemberFacts, type WireMemberFacts } from '../src/features/catalog/item/member-facts.ts';
import { aBook, aProfile, fakeCatalogue, type FakeCatalogue } from '../src/testing/fake-catalogue.ts';
import { jsonLdOf } from '../src/testing/json-ld-of.ts';
import { aSite } from '../src/testing/site.ts';

/** Resolves with one item's page over an API whose config lets visitors log in, or not. */
async function requestPage(path: string, site: Partial<FakeCatalogue>, showAuth = true) {
  const catalogue = fakeCatalogue({ posts: [], ...site });
  const respond = async (requested: string): Promise<unknown> => {
    const body = await catalogue(requested);
    return requested.startsWith('/site-setting')
      ? { data: { id: 1, attributes: { show_auth: showAuth } } }
      : body;
  };
  const page = await renderer.loadRequest(new URL(path, 'https://vidhi.example'), aSite(), respond);
  const { markup } = renderer.renderPage(page, aSite());
  const items = jsonLdOf(page.head);
  const state = renderer.pageStateText(page, aSite(), true);
  return { status: page.outcome.status, head: page.head, markup, items, state };
}

const canonicalOf = (head: string) => /<link rel="canonical" href="([^"]*)"/.exec(head)?.[1];
const facts = { ISBN: '9788100000000', Pages: 905, Binding: 'Hardbound', Detail1: '<p>Of <b>law</b>.</p>' };
const category = { Category: { data: [{ id: 5, attributes: { name: 'Tax' } }] } };
const book = aBook(1, { Price: 1_000, discount: 25, ...facts, ...category });

describe('a book', () => {
  it('shows its facts and price', async () => {
    const { status, markup } = await requestPage('/catalogs/books/1/law-book-1', { books: [book] });
    expect(status).toBe(200);
    expect(markup).toContain('<h1>Law Book 1</h1>');
    expect(markup).toContain('Asha Rao');
    expect(markup).toContain('<p>Of <b>law</b>.</p>');
    expect(markup).toMatch(/<th scope="row">ISBN<\/th><td>9788100000000/);
    expect(markup).toMatch(
      /<th scope="row">Category<\/th><td><a href="\/catalogs\/books\?category=\d+"[^>]*>Tax/,
    );
    expect(markup).toContain('₹750');
    expect(markup).toMatch(/<s [^>]*>.*₹1,000<\/s>/);
    expect(markup).toContain('25% off');
    expect(markup).toMatch(/href="\/catalogs\/books"[^>]*>(?:<svg.*?<\/svg>)?Back/s);
    expect(markup).toContain('Similar Products');
  });
  it('requests at most six other books of its categories', async () => {
    const requested: string[] = [];
    await requestPage('/catalogs/books/1/law-book-1', { books: [book], requested });
    const similar = requested.find((path) => path.includes('filters[id][$ne]=1'));
    expect(similar).toContain('filters[Category][id][$in][0]=5');
    expect(similar).toContain('pagination[pageSize]=6');
  });
  it('has one canonical URL for all slugs', async () => {
    for (const slug of ['law-book-1', 'another-name']) {
      const { status, head } = await requestPage(`/catalogs/books/1/${slug}`, { books: [book] });
      expect([status, canonicalOf(head)]).toEqual([200, 'https://vidhi.example/catalogs/books/1/law-book-1']);
    }
  });
  it('has a default title where it was imported without one', async () => {
    const nameless = aBook(1, { Title: ' ' });
    const { markup, head } = await requestPage('/catalogs/books/1/x', { books: [nameless] });
    expect(markup).toContain('<h1>Item</h1>');
    expect(canonicalOf(head)).toBe('https://vidhi.example/catalogs/books/1/item');
  });
  it('has scroll containers for tables of its description', async () => {
    const wide = { Price: 499, Detail1: '<table><tbody><tr><td>1</td></tr></tbody></table>' };
    const { markup } = await requestPage('/catalogs/books/1/x', { books: [aBook(1, wide)] });
    expect(markup).toMatch(/tabindex="0"><table>.*<\/table><\/div>/s);
  });
  it('has JSON-LD with its price', async () => {
    const { items } = await requestPage('/catalogs/books/1/law-book-1', { books: [book] });
    expect(items[0]).toMatchObject({
      '@type': ['Book', 'Product'],
      isbn: '9788100000000',
      author: [{ name: 'Asha Rao' }],
      offers: { priceCurrency: 'INR', price: '750.00' },
    });
    expect(items[1]).toMatchObject({ '@type': 'BreadcrumbList' });
  });
});

describe('an item that does not exist', () => {
  it.each([
    '/catalogs/books/9/gone',
    '/catalogs/lawyers/9/gone',
    '/catalogs/books/1x/book',
    '/catalogs/books/-1/book',
  ])('is 404 at %s', async (path) => {
    const { status, markup } = await requestPage(path, {});
    expect(status).toBe(404);
    expect(markup).toContain('<h1>Item Not Found</h1>');
  });
  it.each(['/catalogs/pens/1/pen', '/catalogs/toString/1/x', '/catalogs/Books/1/x'])(
    'has the general not-found page for an unknown kind: %s',
    async (path) => {
      // Loads the module of the not-found page, as the server does at startup.
      await requestPage('/no/such/page/at/all', {});
      const { status, markup } = await requestPage(path, {});
      expect(status).toBe(404);
      expect(markup).not.toContain('Item Not Found');
      expect(markup).toContain('<h1>We could not find this page</h1>');
    },
  );
  it('is distinguished from a failed request', async () => {
    const { status, markup } = await requestPage('/catalogs/books/1/x', {
      books: [book],
      failing: { '/books?': 500 },
    });
    expect(status).toBe(503);
    expect(markup).not.toContain('Item Not Found');
  });
  it('includes an item of another kind', async () => {
    const requested: string[] = [];
    await requestPage('/catalogs/firms/1/x', { requested });
    expect(requested.find((path) => path.startsWith('/lawyers?'))).toContain('filters[SubCategory2][$eq]=1');
  });
});

describe('a public profile', () => {
  const profile = aProfile(1);
  const gated = ['KER/1234/2001', '7777', '7,777', '9876543210', 'advocate@bar.example'];
  it.each(['lawyers', 'firms'])('shows no facts for members in %s', async (store) => {
    const requested: string[] = [];
    const page = await requestPage(`/catalogs/${store}/1/advocate-1`, { profiles: [profile], requested });
    expect(page.status).toBe(200);
    expect(page.markup).toContain('<h1>Advocate 1</h1>');
    for (const value of gated) expect(page.head + page.markup + page.state).not.toContain(value);
    expect(requested.filter((path) => /Identifier|contact|Price/.test(path))).toEqual([]);
    // A logged-in visitor reads the same values, so that they would have been recognised.
    expect(toMemberFacts({ data: [profile] } as WireMemberFacts, 1)).toMatchObject({
      identifier: gated[0],
      phone: gated[3],
    });
  });
  it('links the login page, which leads back', async () => {
    const link = (store: string) => `href="/login?next=%2Fcatalogs%2F${store}%2F1%2Fadvocate-1"`;
    const lawyer = await requestPage('/catalogs/lawyers/1/advocate-1', { profiles: [profile] });
    expect(lawyer.markup).toContain(
      `${link('lawyers')} data-page-link="" class="button">Contact for Consultation<`,
    );
    const firm = await requestPage('/catalogs/firms/1/advocate-1', { profiles: [profile] });
    expect(firm.markup).toContain(`${link('firms')} data-page-link="" class="button">Contact<`);
  });
  it('has no login link where login is disabled', async () => {
    const { markup } = await requestPage('/catalogs/lawyers/1/advocate-1', { profiles: [profile] }, false);
    expect(markup).not.toContain('/login');
  });
  it('has JSON-LD of a person or a legal service', async () => {
    const typeAt = async (store: string) =>
      (await requestPage(`/catalogs/${store}/1/advocate-1`, { profiles: [profile] })).items[0]?.['@type'];
    expect(await typeAt('lawyers')).toBe('Person');
    expect(await typeAt('firms')).toBe('LegalService');
  });
  it('has the address of a legal service from public facts', async () => {
    const placed = aProfile(1, {
      Property1: { data: [{ id: 2, attributes: { name: 'Kerala' } }] },
      Property2: { data: [{ id: 9, attributes: { name: 'Kochi' } }] },
    });
    const country = { '@type': 'PostalAddress', addressCountry: 'IN' };
    const placeless = { Property1: { data: [] }, Property2: { data: [] } };
    const kochi = { ...country, addressLocality: 'Kochi', addressRegion: 'Kerala' };
    const factsAt = async (store: string, one: typeof profile) =>
      (await requestPage(`/catalogs/${store}/1/advocate-1`, { profiles: [one] })).items[0];
    expect(await factsAt('firms', placed)).toMatchObject({ '@type': 'LegalService', address: kochi });
    expect(await factsAt('lawyers', placed)).toMatchObject({
      worksFor: { '@type': 'LegalService', address: kochi },
    });
    expect(await factsAt('firms', aProfile(1, placeless))).toMatchObject({ address: country });
  });
  it('waits while the settings of the site are not loaded', async () => {
    const failing = { '/site-setting': 500 };
    const { markup } = await requestPage('/catalogs/lawyers/1/advocate-1', { profiles: [profile], failing });
    expect(markup).toContain('>Loading<');
  });
});

describe('the declaration of a profile', () => {
  it.each(['lawyers', 'firms'])('is shown with its date on a page of %s', async (store) => {
    const path = `/catalogs/${store}/1/advocate-1`;
    const site = { profiles: [aProfile(1)] };
    const declared = await requestPage(path, { ...site, declaredAt: '2026-11-03T10:00:00.000Z' });
    expect(declared.markup).toMatch(/Declared true by the owner on<\/th><td>3 Nov 2026/);
    expect((await requestPage(path, site)).markup).not.toContain('Declared true');
    const without = await requestPage(path, { ...site, failing: { '/lawyers/1/declaration': 503 } });
    expect([without.status, without.markup.includes('Advocate 1')]).toEqual([200, true]);
  });
  it('is not read of a profile that the site does not show, which has none', async () => {
    const requested: string[] = [];
    const missing = await requestPage('/catalogs/lawyers/1/advocate-1', { profiles: [], requested });
    expect([missing.status, requested.filter((path) => path.endsWith('/declaration'))]).toEqual([404, []]);
  });
});

describe('the option profiles_noindex', () => {
  const site = { profiles: [aProfile(1)], books: [book] };
  const noindex = 'content="noindex"';
  it.each([
    ['/catalogs/lawyers/1/advocate-1', true],
    ['/catalogs/firms/1/advocate-1', true],
    ['/catalogs/books/1/law-book-1', false],
  ])('decides about %s: %s', async (path, isProfile) => {
    const on = await requestPage(path, { ...site, options: { profiles_noindex: true } });
    expect(on.head.includes(noindex)).toBe(isProfile);
    const off = await requestPage(path, { ...site, options: { profiles_noindex: false } });
    expect(off.head).not.toContain(noindex);
  });
});

describe('the pages of registration', () => {
  it.each(['/signup', '/register'])('%s is there where visitors can log in', async (path) => {
    expect((await requestPage(path, {})).status).toBe(200);
    expect((await requestPage(path, {}, false)).status).toBe(404);
  });

  it('/reset-password, where links in mails lead, is there in any case', async () => {
    for (const hasLogin of [true, false])
      expect((await requestPage('/reset-password', {}, hasLogin)).status).toBe(200);
  });
});

describe('the forgot-password page', () => {
  it('exists where login is enabled', async () => {
    const { status, head, markup } = await requestPage('/forgot-password', {});
    expect(status).toBe(200);
    expect(head).toContain('content="noindex"');
    expect(markup).toMatch(/<label for="forgot_email">Email<\/label>/);
    expect((await requestPage('/forgot-password', {}, false)).status).toBe(404);
  });
});

describe('the login page', () => {
  it('exists where login is enabled, and is not indexed', async () => {
    const { status, head, markup } = await requestPage('/login', {});
    expect(status).toBe(200);
    expect(head).toContain('content="noindex"');
    expect(markup).toMatch(/<label for="login_identifier">Email Id<\/label>/);
    expect(markup).toMatch(/<form[^>]*method="post"/);
  });
  it('is 404 where login is disabled, and 503 when the settings cannot be loaded', async () => {
    expect((await requestPage('/login', {}, false)).status).toBe(404);
    expect((await requestPage('/login', { failing: { '/site-setting': 500 } })).status).toBe(503);
  });
});

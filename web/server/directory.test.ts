import { describe, expect, it } from 'vitest';
import * as renderer from '../src/ssr/entry-server.tsx';
import { FakeFailure } from '../src/testing/fake-api.ts';
import { fakeCatalogue } from '../src/testing/fake-catalogue.ts';
import { aSite } from '../src/testing/site.ts';

const directory = {
  practices: [
    { id: 4, name: 'Crime', slug: 'crime', count: 1 },
    { id: 7, name: 'Tax & GST', slug: 'tax-gst', count: 12 },
  ],
  states: [{ id: 2, name: 'Kerala', count: 3 }],
  cities: [
    { id: 9, name: 'Kochi', count: 2, state: 2 },
    { id: 8, name: 'Nowhere', count: 1, state: null },
  ],
};
const order = {
  date: '2026-11-21',
  seed: 'ab12',
  next: [{ date: '2026-11-22', seed: 'cd34' }],
  ids: [3, 1, 2],
};

/** Resolves with one page of a site with that directory; starts of paths in `failing` fail. */
async function requestPage(path: string, failing: readonly string[] = [], { practices } = directory) {
  const others = fakeCatalogue({ posts: [] });
  const url = new URL(path, 'https://vidhi.example');
  const page = await renderer.loadRequest(url, aSite(), async (requested) => {
    if (failing.some((start) => requested.startsWith(start))) throw new FakeFailure(500);
    if (requested.startsWith('/lawyers/filter-options')) return { data: { ...directory, practices } };
    if (requested === '/lawyers/neutral-order') return { data: order };
    return others(requested);
  });
  const { markup } = renderer.renderPage(page, aSite());
  return {
    status: page.outcome.status,
    outcome: page.outcome,
    head: page.head,
    main: /<main[^>]*>(.*)<\/main>/s.exec(markup)?.[1]?.replaceAll('<!-- -->', '') ?? '',
    state: renderer.pageStateText(page, aSite(), true),
  };
}

const canonicalOf = (head: string) => /<link rel="canonical" href="([^"]*)"/.exec(head)?.[1];
const linksIn = (main: string) =>
  [...main.matchAll(/<a href="([^"]*)"(?:(?!<\/a>).)* lawyers?<\/span>/g)].map(([, href]) =>
    href?.replaceAll('&amp;', '&'),
  );

describe('Find a Lawyer', () => {
  it('links practice areas, and the lists of states and cities', async () => {
    const { status, main } = await requestPage('/find-a-lawyer');
    expect(status).toBe(200);
    expect(linksIn(main)).toEqual([
      '/find-a-lawyer/crime',
      '/find-a-lawyer/tax-gst',
      '/catalogs/lawyers?state=2',
      '/catalogs/lawyers?city=9',
      '/catalogs/lawyers?city=8',
    ]);
    expect(main).toContain('12<span class="visually-hidden"> lawyers</span>');
    expect(main).toContain('1<span class="visually-hidden"> lawyer</span>');
    expect(main).toContain('Rule 36');
  });
  it.each([
    ['/find-a-lawer', '/find-a-lawyer', 'Find a Lawyer'],
    ['/all-lawers', '/catalogs/lawyers', 'Lawyers'],
  ])('is served at the former URL %s, with %s as canonical', async (old, own, heading) => {
    const { status, head, main } = await requestPage(old);
    expect(status).toBe(200);
    expect(canonicalOf(head)).toBe(`https://vidhi.example${own}`);
    expect(main).toContain(`<h1>${heading}</h1>`);
  });
  it('is 503 when the request fails, never an empty page', async () => {
    const { status, main } = await requestPage('/find-a-lawyer', ['/lawyers/filter-options']);
    expect(status).toBe(503);
    expect(main).not.toContain('No result found');
  });
  it('waits for the settings of the site', async () => {
    const { status, main } = await requestPage('/find-a-lawyer', ['/site-setting']);
    expect(status).toBe(200);
    expect(main).toContain('Loading');
    expect(linksIn(main)).toEqual([]);
  });
});

describe('a practice area', () => {
  it('may have the former slug of the order page', async () => {
    const practices = [{ id: 5, name: 'Orders', slug: 'order', count: 2 }];
    const { status, main } = await requestPage('/find-a-lawyer/order', [], { ...directory, practices });
    expect(status).toBe(200);
    expect(main).toContain('<h1>Orders</h1>');
  });
  it('redirects to the order page where no practice area has its former slug', async () => {
    const { outcome } = await requestPage('/find-a-lawyer/order');
    expect(outcome).toEqual({ status: 301, location: '/catalogs/lawyers/order' });
  });
  it('links the lists of its places, and Find a Lawyer', async () => {
    const { status, head, main } = await requestPage('/find-a-lawyer/tax-gst');
    expect(status).toBe(200);
    expect(main).toContain('<h1>Tax &amp; GST</h1>');
    expect(linksIn(main)).toEqual([
      '/catalogs/lawyers?practice=7&state=2',
      '/catalogs/lawyers?practice=7&city=9',
      '/catalogs/lawyers?practice=7&city=8',
    ]);
    expect(main).toContain('Back to Find a Lawyer');
    expect(canonicalOf(head)).toBe('https://vidhi.example/find-a-lawyer/tax-gst');
    expect(head).toContain('"@type":"BreadcrumbList"');
  });
  it('is 404 without lawyers, and 503 when the request fails', async () => {
    expect((await requestPage('/find-a-lawyer/none')).status).toBe(404);
    expect((await requestPage(`/find-a-lawyer/${'x'.repeat(300)}`)).status).toBe(404);
    expect((await requestPage('/find-a-lawyer/tax-gst', ['/lawyers/filter-options'])).status).toBe(503);
  });
});

describe('the order', () => {
  it('is explained with its seeds, without ids in the page', async () => {
    const { status, head, main, state } = await requestPage('/catalogs/lawyers/order');
    expect(status).toBe(200);
    expect(main).toContain('<code>ab12</code>');
    expect(main).toContain('<code>cd34</code>');
    expect(main).toContain('3 lawyers');
    expect(canonicalOf(head)).toBe('https://vidhi.example/catalogs/lawyers/order');
    expect(state).toContain('"count":3');
    expect(state).not.toContain('"ids"');
  });
});

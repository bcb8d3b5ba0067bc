import { describe, expect, it } from 'vitest';
import { aPost } from '../src/testing/fake-api.ts';
import { aBook, aProfile, fakeCatalogue } from '../src/testing/fake-catalogue.ts';
import { requestPage } from './page-request-builder.ts';

const posts = [aPost(1, { title: 'Default bail under section 187' }), aPost(2, { title: 'Custody' })];
const search = {
  isComplete: true,
  correction: { text: 'default bail', total: 2 },
  shorter: [{ text: 'bail', total: 1 }],
  subjects: [
    { kind: 'category', id: 1, name: 'Vidhinagar High Court', slug: 'vidhinagar-high-court' },
    { kind: 'author', id: 7, name: 'Arvind Rao', slug: null },
  ],
  matches: [
    { id: 1, title: [[0, 7]], excerpt: { text: 'A grant of bail …', marks: [[11, 15]] }, names: [] },
    { id: 2, title: [], excerpt: null, names: ['Arvind Rao', 'Bail', 'Bail'] },
  ],
};
const pageOf = async (values: object): Promise<string> =>
  (await requestPage('/search?q=defualt+bail', { posts, search: { ...search, ...values } })).body.replaceAll(
    '<!-- -->',
    '',
  );

describe('the page of search results', () => {
  it('marks what matched and says where', async () => {
    const body = await pageOf({});
    expect(body).toContain('<mark>Default</mark> bail under section 187');
    expect(body).toContain('A grant of <mark>bail</mark> …');
    expect(body).toMatch(/Found in: <\/span>Arvind Rao, Bail</);
  });

  it('offers a corrected text, a shorter one, and the subjects of that name', async () => {
    const body = await pageOf({});
    expect(body).toMatch(
      /Did you mean <a [^>]*href="\/search\?q=default\+bail"[^>]*>default bail<\/a> \(2 articles\)/,
    );
    expect(body).toMatch(/<a [^>]*href="\/search\?q=bail"[^>]*>bail<\/a> \(1 article\)/);
    expect(body).toContain('href="/news/vidhinagar-high-court"');
    expect(body).toContain('href="/search?author=7"');
  });

  it('offers the first books and profiles that the search finds', async () => {
    const requested: string[] = [];
    const respond = fakeCatalogue({ posts, books: [aBook(4)], profiles: [aProfile(7)], requested });
    const get = async (path: string) => ({ body: await respond(path), position: '' });
    const { body } = await requestPage(
      '/search?q=law+rao',
      { posts },
      { api: { get, close: async () => undefined } },
    );
    const text = body.replaceAll('<!-- -->', '');
    expect(text).toMatch(/href="\/catalogs\/books\/4\/law-book-4"[^>]*>Book: <strong>Law Book 4</);
    expect(text).toMatch(/href="\/catalogs\/lawyers\/7\/advocate-7"[^>]*>Lawyer: <strong>Advocate 7</);
    expect(text).toMatch(/href="\/catalogs\/firms\/7\/advocate-7"[^>]*>Law firm: /);
    const books = requested.find((path) => path.startsWith('/books?') && path.includes('$search')) ?? '';
    expect(decodeURIComponent(books)).toContain('filters[$and][1][$or][0][Title][$search]=rao');
  });

  it('has no hints without need, and says when the search is incomplete', async () => {
    const plain = { correction: null, shorter: [], subjects: [] };
    for (const text of ['Did you mean', 'No article has all', 'being prepared'])
      expect(await pageOf(plain)).not.toContain(text);
    expect(await pageOf({ ...plain, isComplete: false })).toContain('older articles may be missing');
  });
});

describe('the search boxes of the site', () => {
  /** Returns where each box of a page leads, and its label. */
  async function boxesOf(path: string): Promise<string[]> {
    const respond = fakeCatalogue({ posts, books: [aBook(4)], profiles: [aProfile(7)] });
    const get = async (request: string) => ({ body: await respond(request), position: '' });
    const { body } = await requestPage(path, { posts }, { api: { get, close: async () => undefined } });
    return [...body.matchAll(/<form[^>]* action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)].flatMap(
      ([, action, form = '']) =>
        [...form.matchAll(/<label[^>]*>([^<]*)<\/label><input[^>]* type="search"[^>]* name="q"/g)].map(
          ([, label]) => `${label}: ${action}`,
        ),
    );
  }
  const SITE = 'Search News: /search';

  it.each([
    ['/', [SITE]],
    ['/contact', [SITE]],
    ['/no-such-page', [SITE, SITE]],
    ['/search', [SITE, SITE]],
    ['/search?q=bail', [SITE, SITE]],
    ['/catalogs/books', [SITE, 'Search books: /catalogs/books']],
    ['/catalogs/lawyers?q=rao', [SITE, 'Search lawyers: /catalogs/lawyers']],
    ['/catalogs/firms', [SITE, 'Search law firms: /catalogs/firms']],
  ])('of %s lead to the one search of the site, or name the list that they search', async (path, boxes) => {
    expect(await boxesOf(path)).toEqual(boxes);
  });

  it.each(['/search?q=rao', '/catalogs/books?q=rao', '/catalogs/lawyers?q=rao'])(
    'lead to results with the same search of everything else: %s',
    async (path) => {
      const respond = fakeCatalogue({ posts, books: [aBook(4)], profiles: [aProfile(7)] });
      const get = async (request: string) => ({ body: await respond(request), position: '' });
      const { body } = await requestPage(path, { posts }, { api: { get, close: async () => undefined } });
      const [tabs = ''] = /<nav class="search-tabs"[\s\S]*?<\/nav>/.exec(body) ?? [];
      expect([...tabs.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
        '/search?q=rao',
        '/catalogs/books?q=rao',
        '/catalogs/lawyers?q=rao',
        '/catalogs/firms?q=rao',
      ]);
    },
  );
});

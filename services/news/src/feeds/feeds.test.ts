import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { afterEach, describe, expect, it } from 'vitest';
import { PUBLIC_URL, aNewsApp, aPost, aSubject, type TestApp } from '../app-builder.ts';
import { summaryOf } from './feed.ts';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');
const documents = {
  'site-setting': [{ id: 1, createdAt: '2026-10-01T09:00:00.000Z' }],
  category: [aSubject(1, 'Tax', { title: 'Tax & Duty' }), aSubject(2, 'GST', { parent_category: 1 })],
  tag: [aSubject(1, 'Refunds')],
  user: [{ id: 3, first_name: 'Asha', last_name: 'Rao' }],
  file: [{ id: 5, url: '/uploads/p.jpg', mime: 'image/jpeg', size: 12.5 }],
  post: [
    aPost(1, { publish_date: '2026-11-01T10:00:00.000Z', categories: [1] }),
    aPost(2, {
      title: 'Fish & <chips>\u0007 ]]>',
      publish_date: '2026-11-19T10:00:00.000Z',
      categories: [2],
      tags: [1],
      user: 3,
      image: 5,
      content: '<p>Text &amp; more <img src="/uploads/q.jpg" alt="q" /></p>',
    }),
    aPost(3, { publishedAt: null, title: 'Secret draft', tags: [1] }),
    aPost(4, { publishedAt: '2999-01-01T00:00:00.000Z', title: 'Secret plan', tags: [1] }),
  ],
};

let made: TestApp;
afterEach(async () => made.app.close());
const start = async () => (made = await aNewsApp({ documents, now: () => NOW }));
const get = async (url: string, headers: Record<string, string> = {}) => made.app.inject({ url, headers });
const parse = (xml: string) => {
  expect(XMLValidator.validate(xml)).toBe(true);
  return new XMLParser({ ignoreAttributes: false }).parse(xml);
};
const asList = <T>(value: T | T[] | undefined): T[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

describe('feeds', () => {
  it('are well-formed RSS with full texts, newest first', async () => {
    await start();
    const { rss } = parse((await get('/feed.xml')).body);
    expect(rss.channel.item.map(({ link }: { link: string }) => link)).toEqual([
      `${PUBLIC_URL}/gst/post-2`,
      `${PUBLIC_URL}/tax/post-1`,
    ]);
    const [item] = rss.channel.item;
    expect(item).toMatchObject({
      title: 'Fish & <chips> ]]>',
      pubDate: 'Thu, 19 Nov 2026 10:00:00 GMT',
      'dc:creator': 'Asha Rao',
      category: ['GST', 'Refunds'],
      description: 'Text & more',
      enclosure: { '@_url': `${PUBLIC_URL}/uploads/p.jpg`, '@_length': '12500', '@_type': 'image/jpeg' },
    });
    expect(item['content:encoded']).toContain(`<img src="${PUBLIC_URL}/uploads/q.jpg"`);
  });

  it('have the part of a cropped picture that readers see, once it is rendered', async () => {
    const part = { width: 640, height: 360, url: '/uploads/variants/part-640.jpg' };
    const variants = {
      placeholder: 'data:image/webp;base64,AA==',
      color: '#112233',
      sources: { avif: [], webp: [], jpeg: [{ ...part, width: 320, height: 180 }, part] },
    };
    const crop = { x: 10, y: 10, width: 50, height: 50 };
    const [picture] = documents.file;
    const enclosureOf = async (stored: object): Promise<unknown> => {
      made = await aNewsApp({
        documents: { ...documents, file: [{ ...picture, id: 5, variants: stored }] },
        now: () => NOW,
      });
      const [item] = parse((await get('/feed.xml')).body).rss.channel.item;
      return item.enclosure;
    };
    expect(await enclosureOf({ ...variants, crop })).toEqual({
      '@_url': `${PUBLIC_URL}${part.url}`,
      // Unknown: RSS says so with 0.
      '@_length': '0',
      '@_type': 'image/jpeg',
    });
    await made.app.close();
    const whole = { '@_url': `${PUBLIC_URL}/uploads/p.jpg`, '@_length': '12500', '@_type': 'image/jpeg' };
    expect(await enclosureOf(variants)).toEqual(whole);
    await made.app.close();
    expect(await enclosureOf({ ...variants, crop, sources: { avif: [], webp: [], jpeg: [] } })).toEqual(
      whole,
    );
  });

  it('link an article below its first category that has an address', async () => {
    const category = [{ ...aSubject(1, 'Imported'), slug: null }, aSubject(2, 'Goods')];
    const post = [aPost(1, { publish_date: '2026-11-01T10:00:00.000Z', categories: [1, 2] })];
    made = await aNewsApp({ documents: { ...documents, category, post }, now: () => NOW });
    const { rss } = parse((await get('/feed.xml')).body);
    expect(rss.channel.item.link).toBe(`${PUBLIC_URL}/goods/post-1`);
  });

  it('are well-formed Atom', async () => {
    await start();
    const { feed } = parse((await get('/atom.xml')).body);
    expect(feed.entry.map(({ link }: { link: { '@_href': string } }) => link['@_href'])).toEqual([
      `${PUBLIC_URL}/gst/post-2`,
      `${PUBLIC_URL}/tax/post-1`,
    ]);
    expect(feed.updated).toBe('2026-11-01T10:00:00.000Z');
  });

  it('are JSON feeds', async () => {
    await start();
    const response = await get('/feed.json');
    expect(response.headers['content-type']).toBe('application/feed+json; charset=utf-8');
    expect(response.json()).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      items: [{ title: 'Fish & <chips>\u0007 ]]>' }, {}],
    });
  });

  it('of a category include the posts of its children, exist for tags, and are 404 for unknown slugs', async () => {
    await start();
    const titles = async (url: string) =>
      asList((await get(url)).json().items).map(({ title }: { title: string }) => title);
    expect(await titles('/news/tax/feed.json')).toHaveLength(2);
    expect(await titles('/news/gst/feed.json')).toHaveLength(1);
    expect(await titles('/tags/refunds/feed.json')).toHaveLength(1);
    for (const file of ['feed.xml', 'atom.xml', 'feed.json'])
      expect((await get(`/tags/none/${file}`)).statusCode).toBe(404);
  });

  const idsOf = async (app: TestApp['app'], base: string) => {
    const read = async (file: string) => (await app.inject({ url: `${base}/${file}` })).body;
    const { rss } = parse(await read('feed.xml'));
    const { feed } = parse(await read('atom.xml'));
    const { items } = JSON.parse(await read('feed.json'));
    const id = (item: { id: string }) => item.id;
    return {
      feed: feed.id,
      rss: asList<{ guid: { '#text': string } }>(rss.channel.item).map(({ guid }) => guid['#text']),
      atom: asList<{ id: string }>(feed.entry).map(id),
      json: items.map(id),
    };
  };

  it('have ids that do not change with slug, category or host', async () => {
    await start();
    const before = await idsOf(made.app, '/news/tax');
    const site = await idsOf(made.app, '');
    expect(before.atom[0]).toMatch(
      /^urn:uuid:[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    );
    expect([before.rss, before.json]).toEqual([before.atom, before.atom]);
    expect(new Set([...before.atom, before.feed, site.feed]).size).toBe(4);
    await made.app.close();
    made = await aNewsApp({
      documents: {
        ...documents,
        category: [aSubject(1, 'Levies'), aSubject(2, 'Goods', { parent_category: 1 })],
        post: documents.post.map((post) => ({ ...post, slug: `new-${post.id}`, categories: [1] })),
      },
      now: () => NOW,
      publicUrl: 'https://other.example.in',
    });
    expect(await idsOf(made.app, '/news/levies')).toEqual(before);
    expect(await idsOf(made.app, '')).toEqual(site);
    expect((await get('/feed.xml')).body).toContain('<guid isPermaLink="false">urn:uuid:');
  });

  it('sort a post without publish_date by its publication', async () => {
    const post = (id: number, day: number, values: object) =>
      aPost(id, { publishedAt: `2026-11-${day}T10:00:00.000Z`, publish_date: null, ...values });
    made = await aNewsApp({
      documents: {
        ...documents,
        post: [
          ...Array.from({ length: 40 }, (_, i) =>
            post(100 + i, 12, { publish_date: '2026-11-02T10:00:00.000Z' }),
          ),
          post(1, 18, {}),
          post(2, 19, { publish_date: '2026-11-19T10:00:00.000Z' }),
          post(3, 16, {}),
        ],
      },
      now: () => NOW,
    });
    const { items } = (await get('/feed.json')).json();
    expect(items).toHaveLength(30);
    expect(items.slice(0, 3).map(({ title }: { title: string }) => title)).toEqual([
      'Post 2',
      'Post 1',
      'Post 3',
    ]);
    expect(items[1].date_published).toBe('2026-11-18T10:00:00.000Z');
  });

  it('omit posts without a page: without a title or slug', async () => {
    made = await aNewsApp({
      documents: { ...documents, post: [aPost(1), aPost(2, { title: ' ' }), aPost(3, { slug: null })] },
      now: () => NOW,
    });
    expect((await get('/feed.json')).json().items).toHaveLength(1);
    const [url] = [parse((await get('/sitemaps/posts-1.xml')).body).urlset.url].flat();
    expect(url.loc).toBe(`${PUBLIC_URL}/post-1`);
  });

  it('of a renamed category or tag redirect to the current slug', async () => {
    made = await aNewsApp({
      documents: {
        ...documents,
        category: [aSubject(1, 'Levies', { old_slugs: ['tax', 'duty'] })],
        tag: [aSubject(1, 'Money Back', { old_slugs: ['refunds'] })],
      },
      now: () => NOW,
    });
    for (const file of ['feed.xml', 'atom.xml', 'feed.json'])
      for (const [from, to] of [
        ['/news/tax', '/news/levies'],
        ['/news/duty', '/news/levies'],
        ['/tags/refunds', '/tags/money-back'],
      ]) {
        const { statusCode, headers } = await get(`${from}/${file}`);
        expect([statusCode, headers.location]).toEqual([301, `${to}/${file}`]);
      }
  });

  it('never contain drafts or scheduled posts', async () => {
    await start();
    for (const url of [
      '/feed.xml',
      '/atom.xml',
      '/feed.json',
      '/tags/refunds/feed.xml',
      '/sitemaps/posts-1.xml',
      '/news-sitemap.xml',
    ])
      expect((await get(url)).body).not.toMatch(/Secret|post-[34]/);
  });

  it('respond 304 until something changes', async () => {
    await start();
    const etag = String((await get('/feed.xml')).headers.etag);
    const again = await get('/feed.xml', { 'if-none-match': `W/"other", ${etag}` });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    made.live.put('post', aPost(9), 1);
    expect((await get('/feed.xml', { 'if-none-match': etag })).statusCode).toBe(200);
  });
});

describe('sitemaps', () => {
  it('are listed in an index, with the time of the last change', async () => {
    await start();
    const { sitemapindex } = parse((await get('/sitemap.xml')).body);
    expect(sitemapindex.sitemap).toEqual(
      ['posts-1', 'categories', 'tags', 'pages'].map((name) => ({
        loc: `${PUBLIC_URL}/sitemaps/${name}.xml`,
        lastmod: '2026-11-01T10:00:00.000Z',
      })),
    );
  });

  it('have every visible post once, and listings with the date of their newest post', async () => {
    await start();
    const urls = async (name: string) => asList(parse((await get(`/sitemaps/${name}.xml`)).body).urlset.url);
    expect((await urls('posts-1')).map(({ loc }) => loc)).toEqual([
      `${PUBLIC_URL}/tax/post-1`,
      `${PUBLIC_URL}/gst/post-2`,
    ]);
    expect(await urls('tags')).toEqual([
      { loc: `${PUBLIC_URL}/tags/refunds`, lastmod: '2026-11-01T10:00:00.000Z' },
    ]);
    for (const name of ['posts-2', 'posts-0', 'nothing', 'posts-01'])
      expect((await get(`/sitemaps/${name}.xml`)).statusCode).toBe(404);
  });

  it('of news contain only the last two days', async () => {
    await start();
    made.live.put('post', aPost(8, { publish_date: new Date(Date.now() - 3_600_000).toISOString() }), 1);
    made.live.put('post', aPost(9, { publish_date: new Date(Date.now() - 49 * 3_600_000).toISOString() }), 1);
    const { urlset } = parse((await get('/news-sitemap.xml')).body);
    expect(asList(urlset.url).map(({ loc }) => loc)).toContain(`${PUBLIC_URL}/post-8`);
    expect(asList(urlset.url).map(({ loc }) => loc)).not.toContain(`${PUBLIC_URL}/post-9`);
  });

  it('are valid without entries', async () => {
    made = await aNewsApp({ now: () => NOW });
    const { urlset } = parse((await get('/news-sitemap.xml')).body);
    expect(asList(urlset.url).map(({ loc }) => loc)).toEqual([`${PUBLIC_URL}/`]);
    const { sitemapindex } = parse((await get('/sitemap.xml')).body);
    expect(asList(sitemapindex.sitemap).map(({ loc }) => loc)).toEqual([`${PUBLIC_URL}/sitemaps/pages.xml`]);
    expect((await get('/sitemaps/tags.xml')).statusCode).toBe(404);
  });

  it('are listed in robots.txt, which disallows private pages', async () => {
    await start();
    const { body } = await get('/robots.txt');
    const rules = body.match(/(?<=^Disallow: ).*/gm) ?? [];
    expect(rules).toEqual(expect.arrayContaining(['/api/', '/search?q=', '/account$', '/payment/']));
    // As crawlers match a rule: by prefix, or exactly with a final `$`.
    const isClosed = (address: string) =>
      rules.some((rule) => (rule.endsWith('$') ? address === rule.slice(0, -1) : address.startsWith(rule)));
    expect(['/account', '/login?next=%2F', '/payment/books/1/a', '/search?q=bail'].every(isClosed)).toBe(
      true,
    );
    expect(['/payment-of-wages', '/search-and-seizure', '/accounting/a', '/search'].some(isClosed)).toBe(
      false,
    );
    expect(body).toContain(`Sitemap: ${PUBLIC_URL}/sitemap.xml\n`);
  });

  it('are in no robots.txt of a site that search engines leave out, whose pages they may read', async () => {
    made = await aNewsApp({
      documents: { ...documents, 'site-option': [{ id: 1, hidden_from_search: true }] },
    });
    const { body } = await get('/robots.txt');
    expect(body).not.toContain('Sitemap:');
    expect(body).not.toMatch(/^Disallow: \/$/m);
    expect(body).toContain('Disallow: /uploads/\n');
  });
});

describe('a summary', () => {
  it('has the text without tags, truncated between words', () => {
    expect(summaryOf('<p>A &amp; B</p>\n<p>C</p>')).toBe('A & B C');
    const long = summaryOf(`<p>${'word '.repeat(100)}</p>`);
    expect(long.length).toBeLessThanOrEqual(281);
    expect(long.endsWith('word…')).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { aPicture, aPost } from '../src/testing/fake-api.ts';
import { pageStateOf, requestPage } from './page-request-builder.ts';

const TOKEN = 'rU3Yb_x-0123456789abcdefghijklmnopqrstuvwxyz';
const posts = [aPost(1)];
const request = (path: string, options: Record<string, unknown> = {}) =>
  requestPage(path, { posts, options: { site_name: 'Bihar Law', ...options } });
const headOf = (html: string): string => html.slice(0, html.indexOf('<div id="root">'));
const titleOf = (html: string): string => /<title[^>]*>([^<]*)/.exec(html)?.[1] ?? '';

describe('the title of a page', () => {
  it.each(['/gst/report-1', '/about', '/news/gst', '/nowhere', '/cart', '/catalogs/books'])(
    'has on %s the pattern of the owner, also after a navigation in the browser',
    async (path) => {
      const before = titleOf((await request(path)).body);
      const { body } = await request(path, { title_pattern: '{site}: {title}' });
      expect(before).toMatch(/ \| Bihar Law$/);
      expect(titleOf(body)).toBe(`Bihar Law: ${before.replace(' | Bihar Law', '')}`);
      expect(pageStateOf(body)).toMatchObject({ site: { titlePattern: '{site}: {title}' } });
    },
  );

  it('stays on the front page, whose title is that of the site', async () => {
    expect(titleOf((await request('/', { title_pattern: '{title} – law' })).body)).toMatch(/^Bihar Law \| /);
  });

  it('keeps its text where it looks like a part of the pattern, and is escaped', async () => {
    const { body } = await requestPage('/gst/report-1', {
      posts: [aPost(1, { title: 'On {site} and $& <b>' })],
      options: { site_name: 'Bihar Law', title_pattern: '{title} <i>{site}' },
    });
    expect(titleOf(body)).toBe('On {site} and $&amp; &lt;b&gt; &lt;i&gt;Bihar Law');
  });
});

describe('a site that search engines leave out', () => {
  it.each(['/', '/gst/report-1', '/about', '/news/gst', '/catalogs/books', '/nowhere'])(
    'says so on %s, in the header and in the document',
    async (path) => {
      const { body, headers } = await request(path, { hidden_from_search: true });
      expect(headers['x-robots-tag']).toBe('noindex');
      expect(headOf(body)).toMatch(/<meta name="robots" content="noindex"/);
    },
  );

  it('is not one by default', async () => {
    const { body, headers } = await request('/');
    expect(headers).not.toHaveProperty('x-robots-tag');
    expect(headOf(body)).not.toContain('name="robots"');
  });
});

describe('the picture of shared links', () => {
  const share_picture = {
    data: { id: 9, attributes: { url: '/uploads/share_1.png', width: 1200, height: 630 } },
  };
  const imageOf = async (path: string, site: Parameters<typeof requestPage>[1]) =>
    /property="og:image" content="([^"]*)"/.exec((await requestPage(path, site)).body)?.[1];

  it('is that of the owner where a page has none', async () => {
    for (const path of ['/about', '/news/gst', '/'])
      expect(await imageOf(path, { posts, options: { share_picture } })).toBe(
        'https://vidhi.example/uploads/share_1.png',
      );
    expect(await imageOf('/about', { posts, options: {} })).toBeUndefined();
  });

  it('is its own where it has one', async () => {
    const pictured = { posts: [aPost(1, { image: aPicture() })], options: { share_picture } };
    expect(await imageOf('/gst/report-1', pictured)).not.toContain('share_1');
  });
});

describe('the codes of search engines', () => {
  it('are on the front page alone', async () => {
    const options = { google_verification: TOKEN, bing_verification: 'ABCDEF0123456789' };
    const head = headOf((await request('/', options)).body);
    expect(head).toContain(`<meta name="google-site-verification" content="${TOKEN}"`);
    expect(head).toContain('<meta name="msvalidate.01" content="ABCDEF0123456789"');
    expect(head).not.toContain('yandex-verification');
    expect(headOf((await request('/about', options)).body)).not.toContain(TOKEN);
  });

  it.each(['"><script>alert(1)</script>', `${TOKEN}" http-equiv="refresh`, '<svg onload=alert(1)>'])(
    'are in no document where one is stored that is none: %s',
    async (token) => {
      const { body } = await request('/', { google_verification: token, yandex_verification: token });
      expect(headOf(body)).not.toMatch(/-verification|alert\(1\)|http-equiv/);
    },
  );
});

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as renderer from '../src/ssr/entry-server.tsx';
import { aCategory, aPicture, aPost, fakeApi } from '../src/testing/fake-api.ts';
import { jsonLdOf } from '../src/testing/json-ld-of.ts';
import { aSite } from '../src/testing/site.ts';
import { buildApp } from './app.ts';
import { fakeApiClient, requestPage, built, pageStateOf } from './page-request-builder.ts';

const count = (html: string, pattern: RegExp) => html.match(pattern)?.length ?? 0;
const posts = [1, 2, 3].map((id) => aPost(id));
const thirty = Array.from({ length: 30 }, (_, index) => aPost(index + 1));

describe('a page', () => {
  it('has content, one title, description and canonical link, and state', async () => {
    const { statusCode, body, headers } = await requestPage('/gst/report-1', { posts });
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toContain('<p>First words.</p>');
    expect(count(body, /<title/g)).toBe(1);
    expect(count(body, /<meta name="description"/g)).toBe(1);
    expect(body.match(/<link rel="canonical" href="([^"]*)"/)?.[1]).toBe(
      'https://vidhi.example/gst/report-1',
    );
    expect(pageStateOf(body).queries.map(({ endpointName }) => endpointName)).toContain('article');
  });
  it('has JSON-LD breadcrumbs of a tag', async () => {
    const [way] = jsonLdOf((await requestPage('/tags/bail', { posts })).body);
    const item = 'https://vidhi.example/tags/bail';
    expect(way).toMatchObject({ itemListElement: [{ name: 'Home' }, { name: 'Bail', item }] });
  });
  it('has JSON-LD of an article', async () => {
    const { body } = await requestPage('/gst/report-1', { posts: [aPost(1, { image: aPicture() })] });
    const items = jsonLdOf(body);
    expect(items.map((item) => item['@type'])).toEqual(['NewsArticle', 'BreadcrumbList']);
    expect(items[0]).toMatchObject({
      headline: 'Report 1',
      image: ['https://vidhi.example/uploads/court.jpg'],
    });
  });
  it('has the chunks and styles of its own module only', async () => {
    const { body, headers } = await requestPage('/gst/report-1', { posts });
    expect(body).toContain('<link rel="modulepreload" href="/assets/article.js"');
    expect(body).toContain('<style>p{margin:0}</style>');
    for (const sheet of ['main', 'article'])
      expect(body).toContain(`<link rel="stylesheet" href="/assets/${sheet}.css" disabled>`);
    const hash = createHash('sha256').update('p{margin:0}').digest('base64');
    expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`);
    expect((await requestPage('/', { posts })).body).not.toContain('/assets/article');
  });
  it('has its scripts in a template', async () => {
    const { body } = await requestPage('/gst/report-1', { posts });
    const outside = body.replace(/<template id="scripts">[\s\S]*?<\/template>/, '');
    const scripts = [...body.matchAll(/<script type="module"[^>]* src="([^"]*)"/g)].map(([, src]) => src);
    expect(scripts).toEqual(['/assets/libraries.js', '/assets/main.js']);
    expect(outside).not.toMatch(/<script type="module"|modulepreload/);
  });
  it('has the age of its oldest data', async () => {
    const { headers } = await requestPage('/gst/report-1', { posts });
    expect(headers['x-data-position']).toBe('news.posts=12;news.site=4');
    expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  });
  it('has one inline script, whose hash is in the policy', async () => {
    const { body, headers } = await requestPage('/', { posts });
    const policy = String(headers['content-security-policy']);
    const scripts = [...body.matchAll(/<script>(.*?)<\/script>/gs)];
    expect(scripts).toHaveLength(1);
    for (const [, text = ''] of scripts)
      expect(policy).toContain(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
    expect(policy).not.toContain('unsafe');
    expect(body).not.toMatch(/ style="/);
  });
  it('escapes text of posts in state and markup', async () => {
    const title = 'A </script><script>alert(1)</script>';
    const { body } = await requestPage('/gst/report-1', {
      posts: [aPost(1, { title, newstags: '"><img src=x>' })],
    });
    expect(body).not.toContain('<script>alert(1)');
    expect(body).not.toContain('<img src=x>');
    expect(JSON.stringify(pageStateOf(body).queries)).toContain('alert(1)');
  });
});

describe('a page that an owner must write', () => {
  it.each([
    ['/privacy-policy', 'Privacy Policy'],
    ['/terms-of-service', 'Terms of Service'],
    ['/career', 'Career'],
    ['/join', 'Join Us'],
    ['/subscribe', 'Subscribe'],
  ])('shows at %s the hosted page of its name', async (path, title) => {
    const content = '<p>Our own words.</p>';
    const { body } = await requestPage(path, { posts, pages: [{ name: path.slice(1), content }] });
    expect(body).toContain(`<h1>${title}</h1>`);
    expect(body).toContain(content);
    expect(body).not.toContain('Coming Soon');
    expect(body).not.toContain('noindex');
  });

  it('leads to a page elsewhere, and to a path of this site', async () => {
    for (const targetUrl of ['https://docs.example/privacy', '/our-privacy']) {
      const { body } = await requestPage('/privacy-policy', {
        posts,
        pages: [{ name: 'privacy-policy', targetUrl }],
      });
      expect(body).toContain(`href="${targetUrl}"`);
    }
  });

  it('has the own text about the company, and what the law requires below it', async () => {
    const content = '<p>Two partners in Kochi.</p>';
    const { body } = await requestPage('/about', { posts, pages: [{ name: 'about', content }] });
    expect(body).toContain(content);
    expect(body).not.toContain('private limited company');
    expect(body).toContain('id="grievance-officer"');
    expect(body).toContain('id="code-of-ethics"');
  });

  it('is unavailable, not the default, while the own text cannot be read', async () => {
    const response = await requestPage('/terms-of-service', { posts, failing: { '/hosted-pages': 500 } });
    expect(response.statusCode).toBe(503);
  });

  it.each(['/comming-soon', '/products'])('stays the default at %s', async (path) => {
    const { body } = await requestPage(path, {
      posts,
      pages: [{ name: path.slice(1), content: '<p>Own</p>' }],
    });
    expect(body).not.toContain('<p>Own</p>');
  });
});

describe('a page about the site', () => {
  const soon = ['/comming-soon', '/products', '/join', '/privacy-policy', '/terms-of-service'];
  const withForm = ['/contact', ...soon, '/career', '/subscribe'];
  it.each(['/about', ...withForm])('is complete at %s', async (path) => {
    const { statusCode, body } = await requestPage(path, { posts });
    expect(statusCode).toBe(200);
    expect(count(body, /<title/g)).toBe(1);
    expect(count(body, /<meta name="description"/g)).toBe(1);
    expect(body.match(/<link rel="canonical" href="([^"]*)"/)?.[1]).toBe(`https://vidhi.example${path}`);
    expect(count(body, /<h1/g)).toBe(1);
    // Those of the search and the newsletter, and the page's own.
    expect(count(body, /<form/g)).toBe(withForm.includes(path) ? 3 : 2);
  });
  it('has the eight links of the footer in order', async () => {
    const { body } = await requestPage('/about', { posts });
    const [, links = ''] = /aria-label="Site"[^>]*>(.*?)<\/nav>/s.exec(body) ?? [];
    expect([...links.matchAll(/<a [^>]*>([^<]*)<\/a>/g)].map(([, name]) => name)).toEqual([
      'Home',
      'About',
      'Subscribe',
      'Career',
      'Terms of Service',
      'Privacy Policy',
      'Contact Us',
      'Join Us',
    ]);
  });
  it('shows publisher, grievance officer and code of ethics of the editors', async () => {
    const { body } = await requestPage('/about', {
      posts,
      options: {
        publisher_name: 'Vidhi Press Private Limited',
        grievance_officer_name: 'A. Rao',
        grievance_officer_contact: 'officer@vidhi.example',
        code_of_ethics: '<p>We check twice.</p>',
        footer_year_to: 2026,
      },
    });
    expect(body).toContain('Vidhi Press Private Limited is a private limited company, founded in 2012');
    expect(body).toContain('A. Rao');
    expect(body).toContain('href="mailto:officer@vidhi.example?subject=Grievance"');
    expect(body).toContain('<p>We check twice.</p>');
    expect(body).toContain('© 2012–2026');
  });
  it('takes grievances where the editors have that on, and has no word of a form elsewhere', async () => {
    const options = { takes_grievances: true, grievance_days: 7, grievance_officer_name: 'A. Rao' };
    const { statusCode, body } = await requestPage('/grievance', { posts, options });
    expect(statusCode).toBe(200);
    expect(body).toContain('Send a grievance');
    expect((await requestPage('/contact', { posts, options })).body).toContain('href="/grievance"');
    expect((await requestPage('/grievance', { posts })).statusCode).toBe(404);
    for (const path of ['/contact', '/about'])
      expect((await requestPage(path, { posts })).body).not.toContain('href="/grievance"');
  });
  it('shows the e-mail address, or that there is none', async () => {
    const { body } = await requestPage('/contact', { posts, contactEmail: 'desk@vidhi.example' });
    expect(body).toContain('href="mailto:desk@vidhi.example"');
    expect((await requestPage('/contact', { posts })).body).not.toContain('mailto:');
  });
});

describe('a path without a page', () => {
  it.each(['/no-such-report', '/gst/no-such-report', '/news/no-such', '/tags/no-such', '/404', '/a/b/c'])(
    'has status 404 and the not-found page at %s',
    async (path) => {
      const { statusCode, body } = await requestPage(path, { posts });
      expect(statusCode).toBe(404);
      expect(body).toContain('We could not find this page');
      expect(body).toContain('<meta name="robots" content="noindex"');
    },
  );
  it.each(['//', '//[', '//elsewhere.example/about', '//a/b/c'])(
    'is %s, which names no other host',
    async (path) => {
      const server = await buildApp({ app: built, api: fakeApiClient({ posts }), site: aSite() });
      const { statusCode, body } = await server.inject({ url: { pathname: path } });
      await server.close();
      expect([path, statusCode]).toEqual([path, path === '//' ? 200 : 404]);
      expect(body).toContain('</html>');
    },
  );
  it('has status 404 for an article below an unknown category', async () => {
    const { statusCode, body } = await requestPage('/no-such/report-1', { posts });
    expect(statusCode).toBe(404);
    expect(body).toContain('We could not find this page');
  });
  it('is not that of an article below another existing category, which has its canonical URL', async () => {
    const { statusCode, body } = await requestPage('/itc/report-1', { posts });
    expect(statusCode).toBe(200);
    expect(body).toContain('<link rel="canonical" href="https://vidhi.example/gst/report-1"');
  });
  it('redirects a former slug of an article', async () => {
    const { statusCode, headers } = await requestPage('/old-name?utm=1', {
      posts,
      renamed: { 'old-name': 'report-2' },
    });
    expect([statusCode, headers['location']]).toEqual([301, '/gst/report-2?utm=1']);
  });
});

describe('a search', () => {
  it('is cut to the maximum length of the field', async () => {
    const { statusCode, body } = await requestPage(
      `/search?q=${'a'.repeat(199)}%F0%9F%98%80%20${'b'.repeat(5_000)}`,
      {
        posts,
      },
    );
    expect(statusCode).toBe(200);
    expect(body).toContain(`<title data-head>News about “${'a'.repeat(199)}” | Vidhi</title>`);
    const [list] = pageStateOf(body).queries.filter(({ endpointName }) => endpointName === 'search');
    expect(list).toMatchObject({ arg: { text: 'a'.repeat(199), page: 1 } });
    expect(body).not.toContain('bbb');
  });
});

describe('the shell', () => {
  const expectShell = (body: string) => {
    expect(body).toContain('<title data-head>Report 1 | Vidhi</title>');
    expect(body).toContain('"@type":"NewsArticle"');
    expect(body).not.toContain('<p>First words.</p></div>');
    const state = pageStateOf(body);
    expect(state.isRendered).toBe(false);
    expect(state.queries.map(({ endpointName }) => endpointName)).toContain('article');
  };
  it('is sent with head and state when rendering fails', async () => {
    const broken = {
      ...built,
      renderer: {
        ...renderer,
        renderPage: () => {
          throw new Error('planted');
        },
      },
    };
    const { statusCode, body, headers } = await requestPage('/gst/report-1', { posts }, { app: broken });
    expect(statusCode).toBe(200);
    expectShell(body);
    expect(headers['cache-control']).toBe('no-store');
  });
  it('is sent when the render queue is too long', async () => {
    const { statusCode, body, headers } = await requestPage(
      '/gst/report-1',
      { posts },
      { renderBudgetMs: 0 },
    );
    expect(statusCode).toBe(200);
    expectShell(body);
    // Whoever comes next is to have the words.
    expect(headers['cache-control']).toBe('no-store');
    expect(body).not.toContain('<template id="scripts">');
  });
});

describe('the content of pages', () => {
  it('has the slider only when it is enabled', async () => {
    expect((await requestPage('/', { posts, showProducts: true })).body).toContain('The Working Code</span>');
    expect((await requestPage('/', { posts })).body).not.toContain('The Working Code</span>');
  });
  it('has the inline ad after the third paragraph of more than three', async () => {
    const ads = [{ type: 'Inner Content', title: 'Robes', link: 'https://robes.example' }];
    const content = (paragraphs: number) => '<p>words</p>'.repeat(paragraphs);
    const four = await requestPage('/gst/report-1', { posts: [aPost(1, { content: content(4) })], ads });
    // The first of the three is the standfirst.
    expect(four.body).toMatch(/<\/h1><div class="[^"]*standfirst"><p>words<\/p><\/div>/);
    expect(four.body).toMatch(/<div>(<p>words<\/p>){2}<\/div><aside [^>]*aria-label="Advertisement: Robes"/);
    expect(four.body).toContain('rel="sponsored noopener nofollow"');
    const three = await requestPage('/gst/report-1', { posts: [aPost(1, { content: content(3) })], ads });
    expect(three.body).not.toContain('aria-label="Advertisement: ');
  });
  it('has related news when there are at least two', async () => {
    expect((await requestPage('/gst/report-1', { posts })).body).toContain('>Related news<');
    expect((await requestPage('/gst/report-1', { posts: posts.slice(0, 2) })).body).not.toContain(
      '>Related news<',
    );
  });
  it('has the day of an update in India', async () => {
    const later = aPost(1, { updatedAt: '2026-11-20T19:00:00.000Z' });
    expect((await requestPage('/gst/report-1', { posts: [later] })).body.replaceAll('<!-- -->', '')).toMatch(
      /Updated on <time[^>]*>21 Nov 2026/,
    );
    expect((await requestPage('/gst/report-1', { posts })).body).not.toContain('<span>Updated on');
  });
  it('frames a hosted page of an allowed host, sandboxed without its origin', async () => {
    const page = { name: 'refund-policy', targetUrl: 'https://pages.example/refund', description: 'Refunds' };
    const framed = await requestPage('/refund-policy', { posts, pages: [page] });
    expect(framed.body).toMatch(/<iframe[^>]*sandbox="allow-forms allow-popups allow-scripts"/);
    expect(framed.headers['content-security-policy']).toContain('https://pages.example');
    const linked = await requestPage('/refund-policy', {
      posts,
      pages: [{ ...page, targetUrl: 'https://elsewhere.example/refund' }],
    });
    expect(linked.body).not.toContain('<iframe');
    expect(linked.body).toContain('Read this page at');
  });
  it('has heading and description of a category', async () => {
    const { body } = await requestPage('/news/itc', {
      posts: [aPost(1, { categories: { data: [aCategory('itc', 'x')] } })],
    });
    expect(body).toContain('<h1>News of Input credit</h1>');
    expect(body).toContain('All about Input credit');
  });
  it('has a canonical URL for each page of all news, and none for a search', async () => {
    const headOf = async (path: string) => {
      const { body } = await requestPage(path, { posts: thirty });
      return [
        /<title data-head>([^<]*)</.exec(body)?.[1],
        /<link rel="canonical" href="https:\/\/vidhi\.example([^"]*)"/.exec(body)?.[1],
        body.includes('<meta name="robots" content="noindex"'),
      ];
    };
    expect(await headOf('/search')).toEqual(['Search News | Vidhi', '/search', false]);
    expect(await headOf('/search?page=2')).toEqual(['Search News, page 2 | Vidhi', '/search?page=2', false]);
    expect(await headOf('/search?q=bail&page=2')).toEqual([
      'News about “bail”, page 2 | Vidhi',
      '/search',
      true,
    ]);
  });
  it('is 404 beyond the last page of a list, with links back', async () => {
    for (const path of ['/search', '/search?q=bail', '/news/gst', '/tags/bail']) {
      const { statusCode, body } = await requestPage(`${path}${path.includes('?') ? '&' : '?'}page=3`, {
        posts: thirty,
      });
      expect([path, statusCode]).toEqual([path, 404]);
      expect(body).toContain('Searched News not Available');
      expect(body).toContain('aria-label="Page 2"');
      expect(body).toContain('<meta name="robots" content="noindex"');
    }
    expect((await requestPage('/search?q=none&page=3', { posts: [] })).statusCode).toBe(200);
  });
  it('has a search form that works without scripts', async () => {
    const { body } = await requestPage('/search?q=bail', { posts });
    expect(body).toMatch(/<form[^>]*action="\/search" method="get"/);
    expect(body).toContain('<h1>News about “bail”</h1>');
  });
});

it('derives the data of a shared response once, and again from the next response', async () => {
  const menu = (name: string) => ({ data: [aCategory('gst', name)] });
  const shared = [menu('Goods'), menu('Services')];
  let current = 0;
  const respond = fakeApi({ posts });
  const server = await buildApp({
    app: built,
    api: {
      get: async (path) => ({
        body: path.startsWith('/categories?filters[show_nav]') ? shared[current] : await respond(path),
        position: 'news.posts=12',
      }),
      close: async () => undefined,
    },
    site: aSite(),
  });
  const first = await server.inject('/gst/report-1');
  const again = await server.inject('/gst/report-2');
  current = 1;
  const moved = await server.inject('/gst/report-1');
  await server.close();
  const menuIn = (html: string) =>
    pageStateOf(html).queries.find(({ endpointName }) => endpointName === 'menu')?.value;
  expect(menuIn(first.body)).toEqual([{ name: 'Goods', slug: 'gst' }]);
  expect(menuIn(again.body)).toEqual([{ name: 'Goods', slug: 'gst' }]);
  expect(menuIn(moved.body)).toEqual([{ name: 'Services', slug: 'gst' }]);
  expect(moved.body).not.toContain('Goods</a>');
});

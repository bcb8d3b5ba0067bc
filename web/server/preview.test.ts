import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { aPicture, aPost, FakeFailure, listOf, type FakeSite } from '../src/testing/fake-api.ts';
import { aSite } from '../src/testing/site.ts';
import { buildApp } from './app.ts';
import { built, fakeApiClient } from './page-request-builder.ts';

const TOKEN = 'A'.repeat(43);
const AD_TOKEN = `3-1780000000000-${'A'.repeat(43)}`;
const posts = [1, 2].map((id) => aPost(id));
const ORDER = { order_number: 'W.P.(C) 1204/2026', court: 'High Court of Delhi', ordered_on: '2026-11-20' };

const preview = (attributes: Parameters<typeof aPost>[1] = {}) => ({
  ...listOf([
    aPost(7, {
      title: 'Typed words',
      slug: 'typed',
      content: '<p>First.</p><p>Typed text.</p>',
      ...attributes,
    }),
  ]),
  meta: { preview: { expires_at: '2026-12-01T10:00:00.000Z' } },
});

interface Shown {
  body?: unknown;
  failure?: Error;
  method?: 'GET' | 'HEAD';
  site?: FakeSite;
}

/** Requests a preview of a site whose API responds to the token with this; `requested` has the paths of the API. */
async function request(
  path: string,
  { body = preview(), failure, method = 'GET', site = { posts } }: Shown = {},
) {
  const others = fakeApiClient(site);
  const requested: string[] = [];
  const api: typeof others = {
    ...others,
    get: async (wanted) => {
      requested.push(wanted);
      if (!wanted.startsWith(`/previews/${TOKEN}?`) && !wanted.startsWith(`/previews/site-ads/${AD_TOKEN}?`))
        return others.get(wanted);
      if (failure !== undefined) throw failure;
      return { body, position: '' };
    },
  };
  const server = await buildApp({ app: built, api, site: aSite() });
  const response = await server.inject({ url: path, method });
  await server.close();
  return { ...response, headers: response.headers, requested };
}

describe('a preview of an article', () => {
  it('is the page of the article with the typed text, a note and no script', async () => {
    const { statusCode, body } = await request(`/preview/${TOKEN}`);
    expect(statusCode).toBe(200);
    for (const text of [
      '<h1>Typed words</h1>',
      'Typed text.',
      'not published',
      '1 Dec 2026, 3:30 pm',
      'p{margin:0}',
    ])
      expect(body).toContain(text);
    expect(body).not.toContain('<script');
    expect(body).not.toContain('modulepreload');
  });

  it('is stored nowhere, listed nowhere, and its address is told to no other site', async () => {
    const { headers, body } = await request(`/preview/${TOKEN}`);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow, noarchive',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    expect(body).toContain('<meta name="robots" content="noindex">');
    expect(body).not.toMatch(/rel="canonical"|application\/ld\+json|property="og:|rel="alternate"/);
    expect(body).not.toContain(TOKEN);
  });

  it('has all its styles in the policy', async () => {
    const { headers, body } = await request(`/preview/${TOKEN}`);
    const policy = String(headers['content-security-policy']);
    const sheets = [...body.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css = '']) => css);
    expect(sheets.length).toBeGreaterThan(2);
    for (const css of sheets)
      expect(policy).toContain(`'sha256-${createHash('sha256').update(css).digest('base64')}'`);
    expect(body).not.toMatch(/ style="/);
  });

  it('shows the words of its title as text', async () => {
    const { body } = await request(`/preview/${TOKEN}`, {
      body: preview({ title: '</title><img src=x onerror=alert(1)>' }),
    });
    expect(body).not.toContain('<img src=x');
  });

  it('is there for an article in no category, and for one that is nowhere in the API', async () => {
    const { statusCode, body } = await request(`/preview/${TOKEN}`, {
      body: preview({ categories: { data: [] }, slug: 'धारा-४२०' }),
    });
    expect([statusCode, body.includes('<h1>Typed words</h1>')]).toEqual([200, true]);
  });

  it('responds to HEAD without a text', async () => {
    const { statusCode, body, headers } = await request(`/preview/${TOKEN}`, { method: 'HEAD' });
    expect([statusCode, body, headers['cache-control']]).toEqual([200, '', 'no-store']);
  });

  it('is 451 with the order where a court withholds the article', async () => {
    const failure = Object.assign(new FakeFailure(451), { details: ORDER });
    const { statusCode, body, headers } = await request(`/preview/${TOKEN}`, { failure });
    expect([statusCode, headers['cache-control']]).toEqual([451, 'no-store']);
    expect(body).toContain(ORDER.court);
    expect(body).not.toContain('Typed');
  });

  it('says that the link does not work, and does not say why', async () => {
    const { statusCode, body, headers } = await request(`/preview/${TOKEN}`, {
      failure: new FakeFailure(404),
    });
    expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store']);
    expect(body).toContain('This preview link does not work');
  });

  it.each(['a', `${TOKEN}A`, '..%2Fposts%2F1', `${'A'.repeat(42)}%20`, `${'A'.repeat(42)}%3F`])(
    'does not request the API for %s, which is no token',
    async (token) => {
      const { statusCode, requested } = await request(`/preview/${token}`);
      expect([statusCode, requested.some((path) => path.startsWith('/previews'))]).toEqual([404, false]);
    },
  );

  it('says to try again where the API fails', async () => {
    const { statusCode, headers, body } = await request(`/preview/${TOKEN}`, {
      failure: new FakeFailure(503),
    });
    expect([statusCode, headers['retry-after'], headers['cache-control']]).toEqual([503, '5', 'no-store']);
    expect(body).toContain('try again');
  });

  it('is the only thing below /preview', async () => {
    for (const path of ['/preview', '/preview/', `/preview/${TOKEN}/x`])
      expect([path, (await request(path)).statusCode]).toEqual([path, 404]);
  });
});

const OLD_AD = { title: 'Old robes', type: 'Inner Content', link: 'https://robes.example' };

/** Requests the preview of an advertisement in a place, of a site with another one there. */
async function requestAd(attributes: object, site: Partial<FakeSite> = {}) {
  const paragraphs = '<p>One.</p><p>Two.</p><p>Three.</p><p>Four.</p><p>Five.</p>';
  const articles = [1, 2].map((id) => aPost(id, { content: id === 2 ? paragraphs : '<p>Short.</p>' }));
  const body = {
    ...listOf([{ id: 3, attributes: { title: 'New "robes" & bands', image: aPicture(), ...attributes } }]),
    meta: {
      preview: {
        expires_at: '2026-12-01T10:00:00.000Z',
        starts_at: '2026-12-24T18:30:00.000Z',
        ends_at: null,
      },
    },
  };
  return request(`/preview/ads/${AD_TOKEN}`, { body, site: { posts: articles, ads: [OLD_AD], ...site } });
}

describe('a preview of an advertisement', () => {
  it('is a page that has its place, with the advertisement alone in it, and no script', async () => {
    const { statusCode, headers, body } = await requestAd({ type: 'Inner Content' });
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body).toContain(
      'id="advertisement" aria-label="Advertisement: New &quot;robes&quot; &amp; bands"',
    );
    expect(body).toContain('<p>Five.</p>');
    expect(body).toContain('Visitors see it from 25 Dec 2026, 12:00 am, India time.');
    expect(body).toContain('<a href="#advertisement">');
    expect(body).not.toContain('Old robes');
    expect(body).not.toContain('<script');
  });

  it.each(["$& off, $' and $`", `<"robes"> & 'bands' .*[a]`, '\\"robes\\"'])(
    'is marked by its title %s, whatever signs it has',
    async (title) => {
      const { body } = await requestAd({ type: 'Side Bar', title });
      const escaped = title
        .replaceAll('&', '&amp;')
        .replaceAll('"', '&quot;')
        .replaceAll("'", '&#x27;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;');
      expect(body).toContain(`id="advertisement" aria-label="Advertisement: ${escaped}"`);
      expect(body.split('id="advertisement"')).toHaveLength(2);
      expect(body.split('</html>')).toHaveLength(2);
    },
  );

  it('is never taken for another one with its title', async () => {
    const title = 'Old robes';
    const { body } = await requestAd(
      { type: 'One Column into List', title },
      { ads: [{ ...OLD_AD, type: 'Side Bar' }] },
    );
    expect(body).not.toContain(OLD_AD.link);
  });

  it('is in another page where an article was withdrawn since the list was read', async () => {
    const { statusCode, body } = await requestAd(
      { type: 'Inner Content' },
      { failing: { '/posts?filters[slug][$eq]=report-1&': 404 } },
    );
    expect(statusCode).toBe(200);
    expect(body).toContain('id="advertisement"');
    expect(body).toContain('<p>Five.</p>');
  });

  it('is the front page for the side bar, where the others stay', async () => {
    const { body } = await requestAd({ type: 'Side Bar' });
    expect(body).toContain('id="advertisement"');
    expect(body).toContain('Recent posts and advertisements');
  });

  it('says that no page shows an advertisement without a picture', async () => {
    const { statusCode, body } = await requestAd({ type: 'Side Bar', image: { data: null } });
    expect(statusCode).toBe(200);
    expect(body).toContain('No page shows it');
    expect(body).not.toContain('id="advertisement"');
  });

  it('says that the link does not work, where it is none', async () => {
    const { statusCode, requested } = await request('/preview/ads/none');
    expect(statusCode).toBe(404);
    expect(requested.filter((path) => path.startsWith('/previews'))).toEqual([]);
  });
});

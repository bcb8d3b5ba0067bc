import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { aPost, FakeFailure, listOf } from '../src/testing/fake-api.ts';
import { aSite } from '../src/testing/site.ts';
import { buildApp } from './app.ts';
import { built, fakeApiClient } from './page-request-builder.ts';

const TOKEN = 'A'.repeat(43);
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
}

/** Requests a preview of a site whose API responds to the token with this; `requested` has the paths of the API. */
async function request(path: string, { body = preview(), failure, method = 'GET' }: Shown = {}) {
  const others = fakeApiClient({ posts });
  const requested: string[] = [];
  const api: typeof others = {
    ...others,
    get: async (wanted) => {
      requested.push(wanted);
      if (!wanted.startsWith(`/previews/${TOKEN}?`)) return others.get(wanted);
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

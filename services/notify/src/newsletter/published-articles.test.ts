import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createFindArticles } from './published-articles.ts';

const PERIOD = { after: new Date('2026-11-28T00:00:00Z'), until: new Date('2026-11-29T00:00:00Z') };
const SERVICE_TOKEN = 'a-service-token-of-32-characters!';

let news: Server | undefined;
afterEach(() => void news?.close());

/** Starts a reader of news that responds with these articles of so many. */
async function findIn(posts: readonly object[], total = posts.length) {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ data: posts, meta: { pagination: { total } } }));
  });
  news = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return createFindArticles(`http://127.0.0.1:${port}`, SERVICE_TOKEN)(PERIOD, 39);
}

const aPost = (id: number, categories: readonly (string | null)[], title = `Report ${id}`) => ({
  id,
  attributes: {
    title,
    slug: `report-${id}`,
    seo_description: null,
    categories: { data: categories.map((slug) => ({ attributes: { slug } })) },
  },
});

it('links an article below its first category that has an address', async () => {
  const { sections } = await findIn([
    aPost(1, ['tax', 'courts']),
    aPost(2, [null, '', 'courts']),
    aPost(3, [null]),
    aPost(4, []),
  ]);
  expect(sections.map((section) => section.kind === 'article' && section.path)).toEqual([
    '/tax/report-1',
    '/courts/report-2',
    '/report-3',
    '/report-4',
  ]);
});

it('counts as more what is beyond the limit, not what has no page', async () => {
  const posts = [aPost(1, ['tax']), aPost(2, ['tax'], ' ')];
  expect(await findIn(posts)).toMatchObject({ sections: [{ id: 1 }], more: 0 });
  news?.close();
  expect(await findIn(posts, 5)).toMatchObject({ sections: [{ id: 1 }], more: 3 });
});

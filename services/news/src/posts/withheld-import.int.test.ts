import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ServiceProcess } from '@vidhi/testing/service-process.ts';
import { aPost } from '../app-builder.ts';
import { aNewsSite, SERVICE_TOKEN, type NewsSite } from '../news-process-builder.ts';

const ORDER = { order_number: 'W.P. 1/2026', court: 'High Court of Delhi', ordered_on: '2026-11-20' };

let site: NewsSite;
let news: ServiceProcess;
beforeAll(async () => {
  site = await aNewsSite();
  news = await site.start('all');
});
afterAll(() => site.close());

async function send(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${news.url}${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Imports articles, and responds with what became of them. */
async function bring(...items: object[]) {
  const origin = { site: 'news.example.in', demo: false };
  const headers = { 'x-service-token': SERVICE_TOKEN };
  const { status, body } = await send('POST', '/internal/import/post', { items, origin }, headers);
  expect(status).toBe(200);
  return body;
}

async function expectWithheld(id: number, slug: string) {
  expect((await send('GET', `/api/posts/${id}`)).status).toBe(451);
  const found = await send('GET', `/api/slugs/${slug}`);
  expect([found.status, (found.body['error'] as { details: unknown }).details]).toEqual([451, ORDER]);
  const { data } = (await send('GET', '/api/posts?publicationState=preview')).body;
  expect((data as { id: number }[]).map((post) => post.id)).not.toContain(id);
}

it('an article that a court withholds stays withheld, whatever an import brings', async () => {
  await bring(aPost(1));
  const administrator = await site.bearer({ userId: 2, role: 11 });
  const withhold = async (): Promise<number> =>
    (await send('POST', '/api/posts/1/takedown', { data: ORDER }, administrator)).status;
  // A slow engine makes a write fail with 503.
  await expect.poll(withhold, { timeout: 300_000, interval: 100 }).toBe(200);
  await expectWithheld(1, 'post-1');
  const later = { updatedAt: '2026-11-27T10:00:00.000Z', publishedAt: '2026-11-27T10:00:00.000Z' };
  for (const item of [
    aPost(1),
    aPost(1, { ...later, title: 'Changed at home', takedown: null, archived_at: null }),
    aPost(1, { ...later, slug: 'another-address', views_count: 900 }),
    // The same address under another number.
    aPost(7, { ...later, slug: 'post-1' }),
  ]) {
    expect((await bring(item))['skipped']).toHaveLength(1);
    await expectWithheld(1, 'post-1');
  }
});

it('an article that is withheld in its archive is withheld here', async () => {
  expect(await bring(aPost(20, { takedown: ORDER }))).toMatchObject({ imported: 1 });
  await expectWithheld(20, 'post-20');
});

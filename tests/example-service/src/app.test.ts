import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import { buildApp } from './app.ts';
import { createPublishedPosts, type PublishedPosts } from './posts/published-posts.ts';

let app: FastifyInstance;
let published: PublishedPosts;
beforeEach(async () => {
  published = createPublishedPosts();
  app = await buildApp({ logLevel: false, metrics: createMetrics('hello'), published });
});
afterEach(async () => app.close());

const publish = (aggregateId: string) =>
  published.handle(
    {
      id: `post.published:${aggregateId}:1`,
      type: 'post.published',
      v: 1,
      aggregateId,
      occurredAt: '2026-01-01T00:00:00.000Z',
      data: {},
    },
    { topic: 'news.posts', partition: 0, offset: '0' },
  );

describe('hello', () => {
  it('counts each published post once', async () => {
    for (const id of ['1', '2', '1']) await publish(id);
    expect((await app.inject('/api/hello')).json()).toEqual({ data: { published: 2 } });
  });
});

import { memorySearchIndex } from '@vidhi/content-service/testing.ts';
import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectKafka } from '@vidhi/messaging/kafka.ts';
import { createNetworkSwitch } from '@vidhi/messaging/network-switch.ts';
import { createPostSearch } from './search/post-search.ts';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import { testEngines } from '@vidhi/testing/engines.ts';
import type { ServiceProcess } from '@vidhi/testing/service-process.ts';
import { buildApp } from './app.ts';
import { openNewsData, type NewsData } from './model/news-data.ts';
import { mongoLivePreviews } from './previews/mongo-preview-links.ts';
import { aNewsSite, type NewsSite } from './news-process-builder.ts';

const SIGNAL = { timeout: 300_000, interval: 50 };

describe('a reader without Kafka and Mongo', () => {
  const network = createNetworkSwitch();
  let site: NewsSite;
  let writer: ServiceProcess;
  let connection: Connection;
  let data: NewsData;
  let app: Awaited<ReturnType<typeof buildApp>>;

  beforeAll(async () => {
    site = await aNewsSite();
    writer = await site.start('write');
    connection = await createConnection(site.mongoUrl).asPromise();
    const client = connectKafka({
      brokers: testEngines().kafkaBrokers,
      clientId: 'news-alone',
      socketFactory: network.socketFactory,
    });
    const { topics } = site;
    data = openNewsData({ connection, client, topics, withDrafts: false });
    app = await buildApp({
      live: data.live,
      history: data.history,
      corrections: data.corrections,
      variants: data.variants,
      search: createPostSearch({ model: data.live.model, index: memorySearchIndex() }),
      previews: { links: mongoLivePreviews(connection), store: data.store, secrets: ['s'.repeat(32)] },
      verifyToken: async () => null,
      metrics: createMetrics('news'),
      publicUrl: 'https://news.example.in',
    });
    await data.live.ready;
  });
  afterAll(async () => {
    await app.close();
    await data.live.close();
    await site.close();
  });

  const publish = async (slug: string) => {
    const response = await fetch(`${writer.url}/api/posts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...site.editor },
      body: JSON.stringify({ data: { title: slug, slug, content: `<p>${slug}</p>` } }),
    });
    expect(response.status).toBe(200);
  };
  const slugs = async () =>
    (await app.inject('/api/posts?sort=id'))
      .json()
      .data.map(({ attributes }: { attributes: { slug: string } }) => attributes.slug);

  it('continues to respond, states the age of its data, stays ready, and catches up', async () => {
    await publish('before');
    await expect.poll(slugs, SIGNAL).toEqual(['before']);
    network.cut();
    await connection.close();
    await publish('meanwhile');
    const respond = () => app.inject('/api/posts?sort=id');
    await expect
      .poll(async () => Number((await respond()).headers['x-data-age'] ?? 0), SIGNAL)
      .toBeGreaterThan(5);
    expect(await slugs()).toEqual(['before']);
    expect((await app.inject('/api/posts/1')).body).toContain('<p>before</p>');
    expect((await app.inject('/feed.xml')).statusCode).toBe(200);
    const ready = await app.inject('/readyz');
    expect([ready.statusCode, ready.json().checks.data.detail]).toEqual([
      200,
      expect.stringMatching(/^no events for \d+ s$/),
    ]);
    network.restore();
    await expect.poll(slugs, SIGNAL).toEqual(['before', 'meanwhile']);
    await expect.poll(async () => (await respond()).headers['x-data-age'], SIGNAL).toBeUndefined();
  });
});

import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectKafka, type KafkaClient } from '@vidhi/messaging/kafka.ts';
import { endOffsets, withAdmin } from '@vidhi/messaging/topics.ts';
import { testEngines } from '@vidhi/testing/engines.ts';
import { openNewsData, type NewsData } from './model/news-data.ts';
import { aNewsSite, type NewsSite } from './news-process-builder.ts';
import { categoryCollection } from '@vidhi/collections/news/category.ts';

const SIGNAL = { timeout: 300_000, interval: 100 };

describe('a reader whose topics were wiped', () => {
  let site: NewsSite;
  let connection: Connection;
  let client: KafkaClient;
  let data: NewsData;

  beforeAll(async () => {
    site = await aNewsSite();
    connection = await createConnection(site.mongoUrl).asPromise();
    client = connectKafka({ brokers: testEngines().kafkaBrokers, clientId: 'news-refill' });
    const { topics } = site;
    data = openNewsData({ connection, client, topics, withDrafts: false });
    await data.live.ready;
  });
  afterAll(async () => {
    await data.live.close();
    await connection.close();
    await site.close();
  });

  it(
    'recreates them, hydrates its model from the database and follows again',
    { timeout: 600_000 },
    async () => {
      const { doc } = await data.store.create(categoryCollection, {
        name: 'Written meanwhile',
        slug: 'meanwhile',
      });
      expect(data.live.model.get('category', doc.id)).toBeUndefined();
      const names = Object.values(site.topics).map(({ name }) => name);
      await withAdmin(client, (admin) => admin.deleteTopics({ topics: names }));
      await expect.poll(() => data.live.model.get('category', doc.id)?.['slug'], SIGNAL).toBe('meanwhile');
      await expect.poll(() => data.live.readiness().detail, SIGNAL).toBe('live, 0 records behind');
      expect((await endOffsets(client, names)).size).toBe(names.length);
    },
  );
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectKafka } from '@vidhi/messaging/kafka.ts';
import { endOffsets } from '@vidhi/messaging/topics.ts';
import { startBrokerProxy } from '@vidhi/testing/engine-proxy.ts';
import { testEngines } from '@vidhi/testing/engines.ts';
import { aNewsSite, type NewsSite } from './news-process-builder.ts';

let site: NewsSite;
let kafka: Awaited<ReturnType<typeof startBrokerProxy>>;

beforeAll(async () => {
  kafka = await startBrokerProxy(testEngines().kafkaBrokers);
  site = await aNewsSite();
});
afterAll(async () => {
  await site.close();
  await kafka.close();
});

it('starts while Kafka is away, takes writes, and publishes them when it is back', async () => {
  kafka.set('cut');
  const writer = await site.start('all', { KAFKA_BROKERS: kafka.brokers });
  const published = await fetch(`${writer.url}/api/posts`, {
    method: 'POST',
    headers: { ...site.editor, 'content-type': 'application/json' },
    body: JSON.stringify({ data: { title: 'Written without Kafka', slug: 'written-without-kafka' } }),
  });
  expect(published.status).toBe(200);
  const listed = await fetch(`${writer.url}/api/posts?filters[slug][$eq]=written-without-kafka`);
  expect(await listed.json()).toMatchObject({ meta: { pagination: { total: 1 } } });

  const client = connectKafka({ brokers: testEngines().kafkaBrokers, clientId: 'news-alone' });
  const records = async () =>
    (await endOffsets(client, [site.topics.posts.name])).get(site.topics.posts.name);
  expect(await records()).toBe(0n);
  kafka.set('open');
  await expect.poll(records).toBeGreaterThan(0n);
});

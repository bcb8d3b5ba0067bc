import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventId, type Envelope } from '@vidhi/contracts/events.ts';
import { connectKafka, type KafkaClient } from '@vidhi/messaging/kafka.ts';
import { createProducer, type Producer } from '@vidhi/messaging/producer.ts';
import { ensureTopics, withAdmin } from '@vidhi/messaging/topics.ts';
import { freshTopicSuffix, testEngines } from '@vidhi/testing/engines.ts';
import { createChangeFeed, type ChangeFeed } from './change-consumers.ts';
import { createFreshness, type Freshness } from './freshness.ts';

const TOPICS = ['news.posts', 'news.site'];
const suffix = freshTopicSuffix();
const named = TOPICS.map((topic) => `${topic}${suffix}`);
let client: KafkaClient;
let producer: Producer;
let feed: ChangeFeed | null = null;
let freshness: Freshness;
let resets = 0;

const aPost = (id: number, rev: number): Envelope => ({
  id: eventId('post.changed', id, rev),
  type: 'post.changed',
  v: 1,
  aggregateId: String(id),
  occurredAt: '2026-11-20T10:00:00.000Z',
  data: { rev, doc: { id, title: 'A ruling' } },
});

const until = async (what: string, holds: () => boolean): Promise<void> => {
  for (const end = performance.now() + 60_000; !holds(); await nextTurn())
    if (performance.now() > end) throw new Error(`timed out: ${what}`);
};
/** Returns whether data that has read this many posts, and no site events, is complete. */
const hasSeen = (posts: number): boolean =>
  freshness.hasSeenAll(
    TOPICS,
    new Map([
      ['news.posts', posts],
      ['news.site', 0],
    ]),
    freshness.epoch,
  );

beforeAll(async () => {
  client = connectKafka({ brokers: testEngines().kafkaBrokers, clientId: 'gateway-test' });
  producer = createProducer(client);
  await ensureTopics(
    client,
    named.slice(0, 1).map((name) => ({ name, partitions: 1, compacted: true })),
  );
  await producer.publish(`news.posts${suffix}`, aPost(1, 1));
  await producer.publish(`news.posts${suffix}`, aPost(2, 1));
  feed = createChangeFeed({ client, topics: TOPICS, suffix, onReset: () => (resets += 1) });
  freshness = createFreshness(feed);
  feed.start(freshness);
});
afterAll(async () => {
  await feed?.close();
  await withAdmin(client, (admin) =>
    admin.deleteTopics({ topics: named.flatMap((name) => [name, `${name}.dlq`]) }),
  );
  await producer.close();
});

it('requires a data position after all events before its start and since, also of topics that were missing', async () => {
  expect(freshness.isLive()).toBe(false);
  await until('the feed is live', () => freshness.isLive());
  expect([hasSeen(1), hasSeen(2)]).toEqual([false, true]);
  await producer.publish(`news.posts${suffix}`, aPost(1, 2));
  await until('the third event arrives', () => !hasSeen(2));
  expect(hasSeen(3)).toBe(true);
  expect(resets).toBe(0);
});

import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PostDrafted, type Envelope, type EventDeclaration } from '@vidhi/contracts/events.ts';
import { followTopics } from '@vidhi/messaging/follow.ts';
import { connectKafka, silentLogger, type KafkaClient } from '@vidhi/messaging/kafka.ts';
import { createProducer, type Producer } from '@vidhi/messaging/producer.ts';
import { watchTopicLoss, type TopicLossWatch } from '@vidhi/messaging/topic-loss.ts';
import { endOffsets, ensureTopics, withAdmin } from '@vidhi/messaging/topics.ts';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import { freshDatabase, freshTopicSuffix, testEngines, type FreshDatabase } from '@vidhi/testing/engines.ts';
import { noteCollection, noteEvents } from '../testing/content-store-contract.ts';
import { createContentStore, type ContentStore } from './content-store.ts';
import { createOwnedTopic } from './owned-topic.ts';
import { startRelays, type Relays } from './relays.ts';

const SIGNAL = { timeout: 60_000, interval: 100 };
const WRITTEN: EventDeclaration = { ...PostDrafted, type: 'note.written' };
const NOTES = 120;

describe('a topic that lost its events', () => {
  const topic = { name: `notes${freshTopicSuffix()}`, partitions: 1, compacted: true };
  let database: FreshDatabase;
  let connection: Connection;
  let client: KafkaClient;
  let producer: Producer;
  let relays: Relays;
  let store: ContentStore;
  let watch: TopicLossWatch;

  beforeAll(async () => {
    database = freshDatabase('owned-topic');
    connection = await createConnection(database.url).asPromise();
    client = connectKafka({ brokers: testEngines().kafkaBrokers, clientId: 'owned-topic' });
    producer = createProducer(client);
    await ensureTopics(client, [topic]);
    const collections = [noteCollection];
    const metrics = createMetrics('test');
    relays = startRelays({ connection, collections, producer, log: silentLogger, metrics });
    store = createContentStore({
      connection,
      eventsOf: (change) =>
        noteEvents(change).map((event) => ({
          ...event,
          topic: topic.name,
          data: { ...(event.data as object), id: change.id },
        })),
    });
    store.onWritten(relays.notify);
    watch = watchTopicLoss({
      client,
      connection,
      topics: [createOwnedTopic(store, topic, collections)],
      watchMs: 100,
    });
  });
  afterAll(async () => {
    await watch.close();
    await relays.close();
    await producer.close();
    await withAdmin(client, (admin) => admin.deleteTopics({ topics: [topic.name, `${topic.name}.dlq`] }));
    await database.drop();
    await connection.close();
  });

  const end = async (): Promise<number> => {
    const ends = await endOffsets(client, [topic.name]).catch(() => new Map<string, bigint>());
    return Number(ends.get(topic.name) ?? -1n);
  };
  const storedEnd = async (): Promise<number> => {
    const noted = await connection
      .collection<{ _id: string; ends: { end: string }[] }>('broker_state')
      .findOne({ _id: 'topics' });
    return Number(noted?.ends[0]?.end ?? -1);
  };

  async function lastEvents(): Promise<Map<string, Envelope>> {
    const last = new Map<string, Envelope>();
    const follower = followTopics({
      client,
      topics: [topic.name],
      events: new Map([[WRITTEN.type, WRITTEN]]),
      from: 'beginning',
      onReset: () => undefined,
      apply: (envelope) => void last.set(envelope.aggregateId, envelope),
    });
    await follower.caughtUp;
    await follower.close();
    return last;
  }

  it(
    'receives the state of every document again, removals included, under the same event ids',
    { timeout: 180_000 },
    async () => {
      for (let id = 1; id <= NOTES; id += 1) await store.create(noteCollection, { title: `Note ${id}` });
      await store.update(noteCollection, 1, () => ({ title: 'Changed' }));
      await store.remove(noteCollection, 2);
      await expect.poll(end, SIGNAL).toBe(NOTES + 2);
      await expect.poll(storedEnd, SIGNAL).toBe(NOTES + 2);

      await withAdmin(client, (admin) => admin.deleteTopics({ topics: [topic.name] }));
      await expect.poll(end, SIGNAL).toBe(NOTES);
      await expect.poll(storedEnd, SIGNAL).toBe(NOTES);

      const events = await lastEvents();
      expect(events.size).toBe(NOTES);
      expect(['1', '2', '3'].map((key) => [events.get(key)?.id, events.get(key)?.data])).toEqual([
        ['note:1:2', { id: 1, rev: 2, before: true, after: true }],
        ['note:2:2', { id: 2, rev: 2, before: true, after: false }],
        ['note:3:1', { id: 3, rev: 1, before: false, after: true }],
      ]);
      expect((await store.find(noteCollection, 1))?.rev).toBe(2);
    },
  );
});

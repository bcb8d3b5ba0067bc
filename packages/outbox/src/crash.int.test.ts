import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Envelope } from '@vidhi/contracts/events.ts';
import { startConsumer, type RunningConsumer } from '@vidhi/messaging/consumer.ts';
import { connectKafka, type KafkaClient } from '@vidhi/messaging/kafka.ts';
import { ensureTopics, withAdmin } from '@vidhi/messaging/topics.ts';
import { startCrashingProcess } from '@vidhi/testing/crashing-process.ts';
import {
  freshDatabase,
  freshGroup,
  freshTopicSuffix,
  testEngines,
  type FreshDatabase,
} from '@vidhi/testing/engines.ts';
import { StepTaken } from './entry-builder.ts';
import { createLeasedOutbox } from './leased-outbox.ts';
import type { OutboxDocument } from './outbox-document.ts';

const FAIL_POINTS = ['after-update', 'before-publish', 'after-publish', 'after-mark'];
const TIMES = 3;
const LEASE_MS = 3_000;

interface Received {
  id: string;
  key: string;
  step: number;
  partition: number;
  offset: bigint;
}

describe('processes that die with events in their outboxes', () => {
  const { kafkaBrokers } = testEngines();
  const topic = { name: `steps${freshTopicSuffix()}`, partitions: 3, compacted: false };
  let database: FreshDatabase;
  let connection: Connection;
  let client: KafkaClient;
  let consumer: RunningConsumer;
  const received: Received[] = [];

  beforeAll(async () => {
    database = freshDatabase('outbox-crash');
    connection = await createConnection(database.url).asPromise();
    client = connectKafka({ brokers: kafkaBrokers, clientId: 'outbox-crash' });
    await ensureTopics(client, [topic]);
    consumer = startConsumer({
      client,
      groupId: freshGroup('outbox-crash'),
      topics: [topic.name],
      events: new Map([[StepTaken.type, StepTaken]]),
      async handle({ id, aggregateId, data }: Envelope, { partition, offset }) {
        const { step } = data as { step: number };
        received.push({ id, key: aggregateId, step, partition, offset: BigInt(offset) });
        return 'applied';
      },
    });
  });
  afterAll(async () => {
    await consumer.close();
    await withAdmin(client, (admin) => admin.deleteTopics({ topics: [topic.name, `${topic.name}.dlq`] }));
    await database.drop();
    await connection.close();
  });

  const start = (env: Record<string, string>) =>
    startCrashingProcess('crashing-outbox', {
      MONGO_URL: database.url,
      KAFKA_BROKERS: kafkaBrokers,
      TOPIC: topic.name,
      LEASE_MS: String(LEASE_MS),
      ROUNDS: '3',
      ...env,
    });

  const collections = ['texts', 'numbers'].map((name) => () => connection.collection<OutboxDocument>(name));
  const entriesOf = async () => {
    const documents = await Promise.all(collections.map((collection) => collection().find({}).toArray()));
    return documents.flat().flatMap(({ outbox = [] }) => outbox);
  };
  const markedIds = async (): Promise<string[]> =>
    (await entriesOf()).filter(({ publishedAt }) => publishedAt instanceof Date).map(({ id }) => id);
  const ends = () =>
    withAdmin(client, async (admin) => {
      const partitions = await admin.fetchTopicOffsets(topic.name);
      return new Map(partitions.map(({ partition, high }) => [partition, BigInt(high)]));
    });
  const missing = async (): Promise<string[]> => {
    const ids = new Set(received.map(({ id }) => id));
    return (await entriesOf()).map(({ id }) => id).filter((id) => !ids.has(id));
  };

  it(`lose nothing, keep the order, and mark only what is published, killed ${FAIL_POINTS.length * TIMES} times`, async () => {
    const afterEachKill: { marked: string[]; ends: ReadonlyMap<number, bigint> }[] = [];
    for (let time = 0; time < TIMES; time += 1)
      for (const failPoint of FAIL_POINTS) {
        const killed = await start({ FAIL_POINT: failPoint, FAIL_AT: String(1 + (time % 3)) });
        expect(await killed.ended).toMatchObject({ code: null, signal: 'SIGKILL' });
        afterEachKill.push({ marked: await markedIds(), ends: await ends() });
      }
    const last = await start({});
    expect(await last.ended).toMatchObject({ code: 0, signal: null });

    await expect.poll(missing).toEqual([]);
    const entries = await entriesOf();
    expect(entries.filter(({ publishedAt }) => !(publishedAt instanceof Date))).toEqual([]);

    const byKey = Map.groupBy(received, ({ key }) => key);
    expect([...byKey.keys()].toSorted()).toEqual(['1', '2', 'co_a', 'co_b']);
    for (const [key, ofKey] of byKey) {
      const steps = [...new Set(ofKey.map(({ step }) => step))];
      expect({ key, steps }).toEqual({ key, steps: steps.map((_, index) => index + 1) });
      expect(entries.filter((entry) => entry.key === key)).toHaveLength(steps.length);
    }
    // Killed after a publication and before its mark, a process leaves events that are published again.
    expect(received.length).toBeGreaterThan(entries.length);

    for (const { marked, ends: endsThen } of afterEachKill) {
      const there = received.filter(({ partition, offset }) => offset < (endsThen.get(partition) ?? 0n));
      const ids = new Set(there.map(({ id }) => id));
      expect(marked.filter((id) => !ids.has(id))).toEqual([]);
    }
    expect(afterEachKill.at(-1)?.marked.length).toBeGreaterThan(0);
  });

  it('cannot mark what they published after another relay took their lease', async () => {
    for (const collection of collections) await collection().deleteMany({});
    const stopped = await start({
      FAIL_POINT: 'after-publish',
      FAIL_AT: '1',
      FAIL_SIGNAL: 'SIGSTOP',
      ROUNDS: '1',
    });
    await expect.poll(stopped.output).toContain('at after-publish');
    const texts = connection.collection<OutboxDocument>('texts');
    const numbers = connection.collection<OutboxDocument>('numbers');
    const leased = { leaseOwner: { $exists: true } };
    const held = (await texts.findOne(leased)) === null ? numbers : texts;
    const { _id } = (await held.findOne(leased)) ?? {};
    if (_id === undefined) throw new Error('the stopped process holds nothing');

    const other = createLeasedOutbox({
      documents: held,
      needsAcknowledgement: () => true,
      leaseMs: LEASE_MS,
    });
    await expect.poll(() => other.claim([_id])).toMatchObject([{ id: _id, fence: 2 }]);
    process.kill(stopped.child.pid ?? 0, 'SIGCONT');
    await expect.poll(stopped.output).toContain('a lease ended before the events were marked');
    expect(await stopped.ended).toMatchObject({ code: 0, signal: null });
    // Had its late mark counted, the document would not have been due, and leased a third time.
    const document = await held.findOne({ _id });
    expect(document?.fence).toBeGreaterThanOrEqual(3);
    expect(document?.outbox).toMatchObject([{ publishedAt: expect.any(Date) }]);
  });
});

import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Envelope } from '@vidhi/contracts/events.ts';
import { followTopics } from '@vidhi/messaging/follow.ts';
import { connectKafka, silentLogger, type KafkaClient } from '@vidhi/messaging/kafka.ts';
import { createProducer, type Producer } from '@vidhi/messaging/producer.ts';
import { watchTopicLoss, type TopicLossWatch } from '@vidhi/messaging/topic-loss.ts';
import { endOffsets, ensureTopics, withAdmin } from '@vidhi/messaging/topics.ts';
import { freshDatabase, freshTopicSuffix, testEngines, type FreshDatabase } from '@vidhi/testing/engines.ts';
import { StepTaken, aStep, createOutboxIndexes } from './entry-builder.ts';
import { outboxOf, withEntries, type OutboxDocument } from './outbox-document.ts';
import { startOutbox, type Outbox } from './start-outbox.ts';

interface Walker extends OutboxDocument<string> {
  step: number;
}

const POLL = { interval: 100 };

describe('a broker that lost everything', () => {
  const suffix = freshTopicSuffix();
  const steps = { name: `steps${suffix}`, partitions: 1, compacted: false };
  const states = { name: `states${suffix}`, partitions: 1, compacted: true };
  const topics = [steps, states];
  let database: FreshDatabase;
  let connection: Connection;
  let client: KafkaClient;
  let producer: Producer;
  let outbox: Outbox<string>;
  let watch: TopicLossWatch;
  const republished: object[] = [];
  let readings = 0;

  const stateOf = (document: OutboxDocument<string>) => [
    { ...aStep(document._id, (document as Walker).step), topic: states.name },
  ];

  beforeAll(async () => {
    database = freshDatabase('lost-topics');
    connection = await createConnection(database.url).asPromise();
    const log = { ...silentLogger, info: (details: object) => void republished.push(details) };
    client = connectKafka({ brokers: testEngines().kafkaBrokers, clientId: 'lost-topics', log });
    producer = createProducer(client);
    await ensureTopics(client, topics);
    await createOutboxIndexes(connection, 'walkers');
    const options = { connection, collection: 'walkers', topics, producer, log: silentLogger, sweepMs: 200 };
    outbox = startOutbox<string>({ ...options, stateOf });
    const owned = outbox.ownedTopics.map((topic) => ({
      ...topic,
      hasPublished() {
        readings += 1;
        return topic.hasPublished();
      },
    }));
    watch = watchTopicLoss({ client, connection, topics: owned, watchMs: 100 });
  });
  afterAll(async () => {
    await watch.close();
    await outbox.close();
    await producer.close();
    const names = topics.flatMap(({ name }) => [name, `${name}.dlq`]);
    await withAdmin(client, (admin) => admin.deleteTopics({ topics: names }));
    await database.drop();
    await connection.close();
  });

  const ends = async (): Promise<number[]> => {
    const found = await endOffsets(client, [steps.name, states.name]).catch(() => new Map<string, bigint>());
    return [steps, states].map(({ name }) => Number(found.get(name) ?? -1n));
  };
  const storedEnds = async (): Promise<number[]> => {
    const stored = await connection
      .collection<{ _id: string; ends: { topic: string; end: string }[] }>('broker_state')
      .findOne({ _id: 'topics' });
    return [steps, states].map(({ name }) =>
      Number(stored?.ends.find(({ topic }) => topic === name)?.end ?? -1),
    );
  };
  async function read(topic: string): Promise<string[]> {
    const ids: string[] = [];
    const follower = followTopics({
      client,
      topics: [topic],
      events: new Map([[StepTaken.type, StepTaken]]),
      from: 'beginning',
      onReset: () => undefined,
      apply: ({ id }: Envelope) => void ids.push(id),
    });
    await follower.caughtUp;
    await follower.close();
    return ids;
  }

  it('cannot be met without the state of documents on compacted topics', () => {
    const options = { connection, collection: 'walkers', topics, producer, log: silentLogger };
    expect(() => startOutbox(options)).toThrow(`stateOf is missing for ${states.name}`);
  });

  it('gets every unacknowledged event again, in order, and the state of every document', async () => {
    const walkers = connection.collection<Walker>('walkers');
    const entries = (id: string, step: number) => [
      aStep(id, step, { topic: steps.name }),
      aStep(id, step, { topic: states.name }),
    ];
    for (const _id of ['a', 'b', 'c']) {
      await walkers.insertOne({ _id, step: 1, ...outboxOf(entries(_id, 1)) });
      outbox.notify(_id);
      const next = withEntries<Walker>({ $set: { step: 2 } }, entries(_id, 2));
      await walkers.updateOne({ _id, step: 1 }, next);
      outbox.notify(_id);
      await outbox.published(_id, 2);
    }
    await expect
      .poll(() => outbox.stats(), POLL)
      .toMatchObject({ dueDocuments: 0, unacknowledgedEntries: 6 });
    await outbox.acknowledge('a', ['step.taken:a:1']);
    await outbox.acknowledge('b', ['step.taken:b:1', 'step.taken:b:2']);
    const before = await ends();
    await expect.poll(storedEnds, POLL).toEqual(before);
    const readingsBefore = readings;

    await withAdmin(client, (admin) => admin.deleteTopics({ topics: [steps.name, states.name] }));
    await expect
      .poll(() => republished, POLL)
      .toEqual([
        { topic: steps.name, documents: 2 },
        { topic: states.name, documents: 3 },
      ]);
    // Of topics that were seen before, the documents need not be read.
    expect(readings).toBe(readingsBefore);
    await expect.poll(() => walkers.countDocuments({ outboxDue: { $exists: true } }), POLL).toBe(0);
    const again = [...new Set(await read(steps.name))];
    expect(again.toSorted()).toEqual(['step.taken:a:2', 'step.taken:c:1', 'step.taken:c:2']);
    expect(again.indexOf('step.taken:c:1')).toBeLessThan(again.indexOf('step.taken:c:2'));
    expect([...new Set(await read(states.name))].toSorted()).toEqual([
      'step.taken:a:2',
      'step.taken:b:2',
      'step.taken:c:2',
    ]);
    await expect
      .poll(() => outbox.stats(), POLL)
      .toMatchObject({ dueDocuments: 0, unacknowledgedEntries: 3 });
  });

  it('gets the state again that a relay without its lease may have sent over a newer one', async () => {
    const { promise: sending, resolve: isSending } = Promise.withResolvers<void>();
    const { promise: goOn, resolve: release } = Promise.withResolvers<void>();
    const slow = startOutbox<string>({
      connection,
      collection: 'slow-walkers',
      topics,
      stateOf,
      producer: {
        async publishAll(records) {
          isSending();
          await goOn;
          await producer.publishAll(records);
        },
      },
      log: silentLogger,
      sweepMs: 200,
    });
    const slowWalkers = connection.collection<Walker>('slow-walkers');
    await slowWalkers.insertOne({ _id: 's', step: 1, ...outboxOf([aStep('s', 1, { topic: states.name })]) });
    slow.notify('s');
    await sending;
    // Another relay: it took the lease over, published this state and the next one, and has marked both.
    await slowWalkers.updateOne(
      { _id: 's' },
      { $inc: { fence: 1, rev: 1 }, $set: { step: 2, outbox: [] }, $unset: { outboxDue: '', leasedAt: '' } },
    );
    release();
    await expect
      .poll(() => read(states.name).then((ids) => ids.slice(-2)), POLL)
      .toEqual(['step.taken:s:1', 'step.taken:s:2']);
    expect(slow.stats().lostLeases).toBe(1);
    await slow.close();
  });
});

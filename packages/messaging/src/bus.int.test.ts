import kafkajs from 'kafkajs';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Envelope, EventDeclaration } from '@vidhi/contracts/events.ts';
import { TOPICS, withSuffix } from '@vidhi/contracts/topics.ts';
import { freshGroup, freshTopicSuffix, testEngines } from '@vidhi/testing/engines.ts';
import type { Disposition } from './apply-record.ts';
import { startConsumer } from './consumer.ts';
import { toRetryRecord, type LetterRecord } from './dead-letter.ts';
import { PermanentError } from './failure.ts';
import { followTopics } from './follow.ts';
import { connectKafka, type KafkaClient } from './kafka.ts';
import { startLetterConsumer } from './letter-consumer.ts';
import { createNetworkSwitch } from './network-switch.ts';
import { createProducer, type Producer } from './producer.ts';
import { endOffsets, ensureTopics, withAdmin } from './topics.ts';

const THING: EventDeclaration = {
  type: 'thing.changed',
  v: 1,
  data: Type.Object({ rev: Type.Integer() }, { additionalProperties: true }),
};
const EVENTS = new Map([[THING.type, THING]]);

const anEvent = (id: number, rev = 1): Envelope => ({
  id: `thing.changed:${id}:${rev}`,
  type: 'thing.changed',
  v: 1,
  aggregateId: String(id),
  occurredAt: '2026-11-20T10:00:00.000Z',
  data: { rev },
});

const neverReset = (reason: string): void => {
  throw new Error(reason);
};

describe('the bus on Kafka', () => {
  const clean: (() => Promise<unknown>)[] = [];
  let client: KafkaClient;
  let producer: Producer;

  beforeAll(() => {
    client = connectKafka({ brokers: testEngines().kafkaBrokers, clientId: 'bus-test' });
    producer = createProducer(client);
  });
  afterAll(async () => {
    for (const step of clean.reverse()) await step();
    await producer.close();
  });

  async function aTopic(partitions = 1): Promise<string> {
    const name = `things${freshTopicSuffix()}`;
    await ensureTopics(client, [{ name, partitions, compacted: false }]);
    clean.push(() => withAdmin(client, (admin) => admin.deleteTopics({ topics: [name, `${name}.dlq`] })));
    return name;
  }

  it('creates topics, and accepts that they exist', async () => {
    const topic = await aTopic();
    await ensureTopics(client, [{ name: topic, partitions: 1, compacted: false }]);
    expect(await endOffsets(client, [topic, `${topic}.dlq`])).toEqual(
      new Map([
        [topic, 0n],
        [`${topic}.dlq`, 0n],
      ]),
    );
  });

  it('retains every event for at least two weeks; compacted topics retain the last event of each key for ever', async () => {
    const suffix = freshTopicSuffix();
    const layouts = Object.values(TOPICS).map((layout) => withSuffix(layout, suffix));
    await ensureTopics(client, layouts);
    const names = layouts.flatMap(({ name }) => [name, `${name}.dlq`]);
    clean.push(() => withAdmin(client, (admin) => admin.deleteTopics({ topics: names })));
    const { resources } = await withAdmin(client, (admin) =>
      admin.describeConfigs({
        includeSynonyms: false,
        resources: names.map((name) => ({ type: kafkajs.ConfigResourceTypes.TOPIC, name })),
      }),
    );
    expect(resources).toHaveLength(names.length);
    for (const { resourceName, configEntries } of resources) {
      const valueOf = (name: string) =>
        configEntries.find(({ configName }) => configName === name)?.configValue;
      const isCompacted = layouts.some(({ name, compacted }) => name === resourceName && compacted);
      // A compacted topic compacts records after two weeks at the earliest.
      const ageSetting = isCompacted ? 'max.compaction.lag.ms' : 'retention.ms';
      expect([resourceName, valueOf('cleanup.policy')]).toEqual([
        resourceName,
        isCompacted ? 'compact' : 'delete',
      ]);
      expect([resourceName, Number(valueOf(ageSetting))]).toEqual([resourceName, 14 * 24 * 3_600_000]);
    }
  });

  it('delivers records as large as a post with its whole text', async () => {
    const topic = await aTopic();
    const text = 'x'.repeat(7_500_000);
    const large = [1, 2, 3].map((id) => ({ ...anEvent(id), data: { rev: 1, text } }));
    await producer.publishAll(large.map((envelope) => ({ topic, envelope })));
    const lengths: number[] = [];
    const follower = followTopics({
      client,
      topics: [topic],
      events: EVENTS,
      from: 'beginning',
      apply: ({ data }) => void lengths.push((data as { text: string }).text.length),
      onReset: neverReset,
    });
    clean.push(() => follower.close());
    await follower.caughtUp;
    expect(lengths).toEqual([7_500_000, 7_500_000, 7_500_000]);
  });

  it('reports each record that a follower skips, and applies the others', async () => {
    const topic = await aTopic();
    await producer.publish(topic, anEvent(1));
    await producer.send({ topic, key: '2', value: '{"not": "an event"}' });
    await producer.publish(topic, anEvent(3));
    await producer.publish(topic, anEvent(4));
    const applied: string[] = [];
    let skipped = 0;
    const follower = followTopics({
      client,
      topics: [topic],
      events: EVENTS,
      from: 'beginning',
      apply({ aggregateId }) {
        if (aggregateId === '3') throw new Error('it does not fit the model');
        applied.push(aggregateId);
      },
      onSkipped: () => void (skipped += 1),
      onReset: neverReset,
    });
    clean.push(() => follower.close());
    await follower.caughtUp;
    expect([applied, skipped]).toEqual([['1', '4'], 2]);
  });

  it('delivers records sent before the consumer started, and sends invalid ones to the dead-letter topic', async () => {
    const topic = await aTopic();
    await producer.publish(topic, anEvent(1));
    await producer.send({ topic, key: '2', value: '{"not": "an event"}' });
    await producer.publish(topic, { ...anEvent(3), type: 'thing.painted' });
    await producer.publish(topic, anEvent(4));
    const applied: string[] = [];
    const dispositions: Disposition[] = [];
    const consumer = startConsumer({
      client,
      groupId: freshGroup('bus'),
      topics: [topic],
      events: EVENTS,
      handle: async ({ id }) => {
        applied.push(id);
        return 'applied';
      },
      onDisposition: (disposition) => dispositions.push(disposition),
    });
    clean.push(() => consumer.close());
    await expect.poll(() => dispositions.length, { timeout: 300_000 }).toBe(4);
    expect(dispositions).toEqual(['applied', 'dead-lettered', 'skipped', 'applied']);
    expect(applied).toEqual(['thing.changed:1:1', 'thing.changed:4:1']);
    expect(consumer.deadLettered()).toBe(1);
    expect(await endOffsets(client, [`${topic}.dlq`])).toEqual(new Map([[`${topic}.dlq`, 1n]]));
  });

  it('has only the group that failed handle a dead letter again, and reports what came of it', async () => {
    const topic = await aTopic();
    const groups = [freshGroup('failing'), freshGroup('other')] as const;
    const handled: string[] = [];
    let isBroken = true;
    for (const groupId of groups) {
      const consumer = startConsumer({
        client,
        groupId,
        topics: [topic],
        events: EVENTS,
        async handle({ id }) {
          handled.push(`${groupId === groups[0] ? 'failing' : 'other'} ${id}`);
          if (groupId === groups[0] && isBroken) throw new PermanentError('the site is broken');
          return 'applied';
        },
      });
      clean.push(() => consumer.close());
    }
    const letters: LetterRecord[] = [];
    const reader = startLetterConsumer({
      client,
      groupId: freshGroup('letters'),
      topics: [`${topic}.dlq`],
      handle: async (letter) => void letters.push(letter),
    });
    clean.push(() => reader.close());
    await producer.publish(topic, anEvent(1));
    await expect.poll(() => handled.length, { timeout: 300_000 }).toBe(2);
    await expect.poll(() => letters.length, { timeout: 300_000 }).toBe(1);
    const [letter] = letters;
    if (letter?.kind !== 'failed') throw new Error('there is no dead letter');
    expect(letter).toMatchObject({ replay: 0, origin: { topic, groupId: groups[0], offset: '0' } });

    const { letterId, origin, key, value } = letter;
    await producer.send(toRetryRecord(origin, { letterId, number: 1 }, { key, value }));
    await expect.poll(() => letters.length, { timeout: 300_000 }).toBe(2);
    expect(letters[1]).toMatchObject({ kind: 'failed', letterId, replay: 1, origin });
    isBroken = false;
    await producer.send(toRetryRecord(origin, { letterId, number: 2 }, { key, value }));
    await expect.poll(() => letters.length, { timeout: 300_000 }).toBe(3);
    expect(letters[2]).toEqual({ kind: 'applied', letterId, replay: 2 });
    const failing = 'failing thing.changed:1:1';
    expect(handled.toSorted()).toEqual([failing, failing, failing, 'other thing.changed:1:1']);
  });

  it('pauses the partition while a handler fails with a transient error, and loses no event', async () => {
    const topic = await aTopic();
    await producer.publishAll([1, 2, 3].map((id) => ({ topic, envelope: anEvent(id) })));
    const applied: string[] = [];
    let failures = 2;
    const consumer = startConsumer({
      client,
      groupId: freshGroup('bus'),
      topics: [topic],
      events: EVENTS,
      handle: async ({ id, aggregateId }) => {
        if (aggregateId === '2' && failures > 0) {
          failures -= 1;
          throw Object.assign(new Error('unavailable'), { name: 'MongoNetworkError' });
        }
        applied.push(id);
        return 'applied';
      },
    });
    clean.push(() => consumer.close());
    await expect.poll(() => applied, { timeout: 300_000 }).toHaveLength(3);
    expect(applied).toEqual([1, 2, 3].map((id) => `thing.changed:${id}:1`));
  });

  it('applies events of other partitions while a handler waits', async () => {
    const topic = await aTopic(3);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const applied = new Map<number, number>();
    const partitions = new Set<number>();
    const consumer = startConsumer({
      client,
      groupId: freshGroup('bus'),
      topics: [topic],
      events: EVENTS,
      async handle(_event, { partition }) {
        const isFirst = partitions.size === 0;
        partitions.add(partition);
        if (isFirst) await released;
        applied.set(partition, (applied.get(partition) ?? 0) + 1);
        return 'applied';
      },
    });
    clean.push(() => consumer.close());
    await producer.publishAll(Array.from({ length: 30 }, (_, id) => ({ topic, envelope: anEvent(id) })));
    await expect.poll(() => applied.size, { timeout: 300_000 }).toBe(2);
    release();
    const total = () => [...applied.values()].reduce((sum, count) => sum + count, 0);
    await expect.poll(total, { timeout: 300_000 }).toBe(30);
  });

  it('counts the records that a consumer has not applied yet', async () => {
    const topic = await aTopic();
    await producer.publishAll([1, 2, 3].map((id) => ({ topic, envelope: anEvent(id) })));
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const consumer = startConsumer({
      client,
      groupId: freshGroup('bus'),
      topics: [topic],
      events: EVENTS,
      async handle() {
        await released;
        return 'applied';
      },
    });
    clean.push(() => consumer.close());
    await expect.poll(() => consumer.lag(), { timeout: 300_000 }).toBe(3);
    release();
    await expect.poll(() => consumer.lag(), { timeout: 300_000 }).toBe(0);
  });

  it('reconnects a consumer until the broker is available, and loses no event', async () => {
    const topic = await aTopic();
    const network = createNetworkSwitch();
    const reader = connectKafka({
      brokers: testEngines().kafkaBrokers,
      clientId: 'bus-consumer',
      socketFactory: network.socketFactory,
    });
    network.cut();
    const applied: string[] = [];
    const consumer = startConsumer({
      client: reader,
      groupId: freshGroup('bus'),
      topics: [topic],
      events: EVENTS,
      handle: async ({ id }) => {
        applied.push(id);
        return 'applied';
      },
    });
    clean.push(() => consumer.close());
    await producer.publish(topic, anEvent(1));
    await expect.poll(() => consumer.restarts(), { timeout: 300_000 }).toBeGreaterThan(1);
    network.restore();
    await expect.poll(() => applied, { timeout: 300_000 }).toEqual(['thing.changed:1:1']);
  });

  it('continues a follower at its position after the broker was unavailable', async () => {
    const topic = await aTopic();
    const network = createNetworkSwitch();
    const reader = connectKafka({
      brokers: testEngines().kafkaBrokers,
      clientId: 'bus-reader',
      socketFactory: network.socketFactory,
    });
    await producer.publish(topic, anEvent(1));
    const seen: string[] = [];
    const follower = followTopics({
      client: reader,
      topics: [topic],
      events: EVENTS,
      apply: ({ id }) => void seen.push(id),
      from: 'beginning',
      onReset: neverReset,
    });
    clean.push(() => follower.close());
    await follower.caughtUp;
    expect(seen).toEqual(['thing.changed:1:1']);
    network.cut();
    await producer.publish(topic, anEvent(2));
    await expect.poll(() => follower.silentMs(), { timeout: 300_000 }).toBeGreaterThan(1_500);
    expect(seen).toHaveLength(1);
    network.restore();
    await expect.poll(() => seen, { timeout: 300_000 }).toHaveLength(2);
    expect(follower.positions()).toEqual(new Map([[topic, 2n]]));
    expect(follower.lag()).toBe(0);
  });

  it('calls onReset when a topic was wiped', async () => {
    const topic = await aTopic();
    await producer.publishAll([1, 2, 3].map((id) => ({ topic, envelope: anEvent(id) })));
    const seen: string[] = [];
    const { promise: wiped, resolve } = Promise.withResolvers<string>();
    const follower = followTopics({
      client,
      topics: [topic],
      events: EVENTS,
      apply: ({ id }) => void seen.push(id),
      from: new Map([[topic, 9n]]),
      onReset: resolve,
    });
    clean.push(() => follower.close());
    expect(await wiped).toContain('before 9');
    expect(seen).toEqual([]);
  });

  it('calls onReset when a topic has been deleted before the first connection', async () => {
    const topic = await aTopic();
    await withAdmin(client, (admin) => admin.deleteTopics({ topics: [topic] }));
    const { promise: gone, resolve } = Promise.withResolvers<string>();
    const follower = followTopics({
      client,
      topics: [topic],
      events: EVENTS,
      apply: () => undefined,
      from: new Map([[topic, 0n]]),
      onReset: resolve,
    });
    clean.push(() => follower.close());
    expect(await gone).toBe('a topic is gone');
    // For `aTopic`, which deletes it at the end.
    await ensureTopics(client, [{ name: topic, partitions: 1, compacted: false }]);
  });
});

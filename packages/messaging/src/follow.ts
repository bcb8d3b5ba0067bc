import { randomUUID } from 'node:crypto';
import type { Consumer, EachBatchPayload } from 'kafkajs';
import type { Envelope, EventDeclaration } from '@vidhi/contracts/events.ts';
import { messageOf } from './backoff.ts';
import { openSession } from './consumer-session.ts';
import type { KafkaClient } from './kafka.ts';
import { readRecord } from './record.ts';
import { clusterState, firstOffsets, type Positions } from './topics.ts';

export interface FollowOptions {
  client: KafkaClient;
  /** One-partition topics only: a position is one offset. */
  topics: readonly string[];
  events: ReadonlyMap<string, EventDeclaration>;
  /** Changes the read model. Must not throw; what it throws is logged and passed over. */
  apply: (envelope: Envelope, meta: { topic: string; offset: bigint }) => void;
  /** Where to begin: the offsets taken before the model was loaded; a topic left out begins at its first record. */
  from: Positions | 'beginning';
  /** The cluster that `from` belongs to, where it is known: another one is a reset. */
  clusterId?: string | null;
  /** The topics were wiped or made anew: what the model knows no longer follows from them. Following has ended. */
  onReset: (reason: string) => void;
  /** Told of each record that could not be read or applied: it is logged, and the model does without it. */
  onPassedOver?: () => void;
  /** Told after each batch, when positions may have moved. */
  onProgress?: (positions: Positions) => void;
}

export interface Follower {
  /** Offset of the next record to be applied, by topic. */
  positions(): Positions;
  /** Resolves when everything that was in the topics at the start has been applied. */
  readonly caughtUp: Promise<void>;
  /** Of the brokers that the positions belong to; null while none was reached. */
  clusterId(): string | null;
  /** Records known to exist and not yet applied. */
  behind(): number;
  /** Milliseconds since the broker last answered; grows while it is away. */
  silentMs(): number;
  close(): Promise<void>;
}

const MAX_WAIT_MS = 1_000;
const WATCH_MS = 10_000;

/**
 * Feeds a read model from its topics, every record from the given offsets on. Each process has a group of
 * its own and commits nothing; after the broker was away it goes on where it was.
 */
export function followTopics(options: FollowOptions): Follower {
  const { client, topics, events, apply, onReset, onProgress, onPassedOver } = options;
  const startedAt = Date.now();
  const positions = new Map<string, bigint>(options.from === 'beginning' ? [] : options.from);
  const ends = new Map<string, bigint>();
  let clusterId = options.clusterId ?? null;
  let target: Positions | null = null;
  let ended = false;
  const { promise: caughtUp, resolve: sayCaughtUp } = Promise.withResolvers<void>();

  const positionOf = (topic: string): bigint => positions.get(topic) ?? 0n;

  function reset(reason: string): void {
    if (ended) return;
    ended = true;
    clearInterval(watch);
    client.log.warn({ reason }, 'the topics do not continue what was read');
    void session.close();
    onReset(reason);
  }

  function progress(): void {
    if (target !== null && [...target].every(([topic, end]) => positionOf(topic) >= end)) sayCaughtUp();
    onProgress?.(positions);
  }

  /** Compares what the broker has with what was read of it; a broker that does not answer says nothing. */
  async function look(): Promise<void> {
    // Records may be read while the broker is asked: what it answers is compared with what was read before.
    const before = new Map(positions);
    const state = await clusterState(client, topics);
    if (ended) return;
    if (clusterId !== null && clusterId !== state.clusterId) {
      reset('the cluster is another one');
      return;
    }
    if (state.ends === null) {
      // Only of a cluster that had them: right after their making, topics may not be everywhere yet.
      if (clusterId !== null) reset('a topic is gone');
      return;
    }
    clusterId = state.clusterId;
    for (const [topic, end] of state.ends) {
      ends.set(topic, end);
      const read = before.get(topic) ?? 0n;
      if (end < read) {
        reset(`${topic} ends at ${end}, before ${read}`);
        return;
      }
    }
    target ??= state.ends;
    progress();
  }

  async function beforeConnect(): Promise<void> {
    if (positions.size < topics.length) {
      const first = await firstOffsets(client, topics);
      for (const [topic, offset] of first) if (!positions.has(topic)) positions.set(topic, offset);
    }
    await look();
    if (ended) throw new Error('following has ended');
  }

  function applyRecord(topic: string, offset: bigint, value: Buffer | null): void {
    const read = readRecord(value, events);
    if (read.kind === 'invalid') {
      client.log.error({ topic, offset: String(offset), reason: read.reason }, 'passed over a bad record');
      onPassedOver?.();
    }
    if (read.kind !== 'event') return;
    try {
      apply(read.envelope, { topic, offset });
    } catch (error) {
      client.log.error(
        { topic, offset: String(offset), error: messageOf(error) },
        'an event could not be applied to the read model',
      );
      onPassedOver?.();
    }
  }

  async function eachBatch({ batch, resolveOffset, heartbeat, isRunning, isStale }: EachBatchPayload) {
    const { topic } = batch;
    if (ended || isStale()) return;
    if (BigInt(batch.highWatermark) < positionOf(topic)) {
      reset(`${topic} ends at ${batch.highWatermark}, before ${positionOf(topic)}`);
      return;
    }
    ends.set(topic, BigInt(batch.highWatermark));
    for (const { offset, value } of batch.messages) {
      if (!isRunning() || ended) return;
      if (BigInt(offset) < positionOf(topic)) continue;
      applyRecord(topic, BigInt(offset), value);
      positions.set(topic, BigInt(offset) + 1n);
      resolveOffset(offset);
    }
    const next = BigInt(batch.lastOffset()) + 1n;
    if (next > positionOf(topic)) positions.set(topic, next);
    resolveOffset(batch.lastOffset());
    progress();
    await heartbeat();
  }

  const seekAll = (consumer: Consumer): void => {
    for (const [topic, offset] of positions) consumer.seek({ topic, partition: 0, offset: String(offset) });
  };

  const session = openSession({
    client,
    // A new one each time: the old member of a lost connection would hold up the group until it expires.
    groupId: () => `${client.clientId}-follow-${randomUUID()}`,
    topics,
    autoCommit: false,
    maxWaitMs: MAX_WAIT_MS,
    beforeConnect,
    onJoin: seekAll,
    eachBatch,
    onCrash: () => (ended ? 'stop' : 'again'),
  });
  const watch = setInterval(() => {
    look().catch((error: unknown) =>
      client.log.debug({ error: messageOf(error) }, 'could not compare with the broker'),
    );
  }, WATCH_MS);
  watch.unref();

  return {
    positions: () => positions,
    clusterId: () => clusterId,
    caughtUp,
    behind: () =>
      topics.reduce((sum, topic) => {
        const missing = (ends.get(topic) ?? 0n) - positionOf(topic);
        return missing > 0n ? sum + Number(missing) : sum;
      }, 0),
    silentMs: () => Date.now() - Math.max(startedAt, session.lastContactAt()),
    async close() {
      ended = true;
      clearInterval(watch);
      await session.close();
    },
  };
}

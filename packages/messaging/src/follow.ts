import { randomUUID } from 'node:crypto';
import type { Consumer, EachBatchPayload } from 'kafkajs';
import type { Envelope, EventDeclaration } from '@vidhi/contracts/events.ts';
import { messageOf } from '@vidhi/service-kit/retry.ts';
import { openSession } from './consumer-session.ts';
import type { KafkaClient } from './kafka.ts';
import { parseRecord } from './record.ts';
import { clusterState, firstOffsets, type Positions } from './topics.ts';

export interface FollowOptions {
  client: KafkaClient;
  /** One-partition topics only: a position is one offset. */
  topics: readonly string[];
  events: ReadonlyMap<string, EventDeclaration>;
  /** Applies an event to the model. Must not throw: an error is logged and the record skipped. */
  apply: (envelope: Envelope, meta: { topic: string; offset: bigint }) => void;
  /** Start offsets, read before the model was loaded. A topic without one starts at its first record. */
  from: Positions | 'beginning';
  /** Id of the cluster that `from` belongs to, if known. A different cluster is a reset. */
  clusterId?: string | null;
  /**
   * Called once when the topics were wiped, deleted or recreated, so that the model must be loaded again. The follower has
   * stopped.
   */
  onReset: (reason: string) => void;
  /** Called for each record that could not be parsed or applied. It has been logged. */
  onSkipped?: () => void;
  /** Called after each batch, when positions may have advanced. */
  onProgress?: (positions: Positions) => void;
}

export interface Follower {
  /** Offset of the next record to apply, by topic. */
  positions(): Positions;
  /** Resolves when all records that existed at the first connection have been applied. Never rejects. */
  readonly caughtUp: Promise<void>;
  /** Id of the cluster that the positions belong to; null before the first connection. */
  clusterId(): string | null;
  /** Records not yet applied, as of the last fetched high watermarks. */
  lag(): number;
  /** Milliseconds since the broker's last response. */
  silentMs(): number;
  /**
   * Returns the time since which events may be missing because of an outage, in milliseconds since the Unix epoch; null
   * while none are.
   */
  staleSince(): number | null;
  close(): Promise<void>;
}

const MAX_WAIT_MS = 1_000;
const WATCH_MS = 10_000;
/** Time for which a topic may be missing before the first success: just created, and not every broker knows it yet. */
const MISSING_MS = 10_000;

/**
 * Applies every record of one-partition topics, from the given offsets on, to a model in memory. Each process reads all
 * records with a consumer group of its own and commits no offsets; after a lost connection it continues at its position.
 */
export function followTopics(options: FollowOptions): Follower {
  const { client, topics, events, apply, onReset, onProgress, onSkipped } = options;
  const positions = new Map<string, bigint>(options.from === 'beginning' ? [] : options.from);
  const ends = new Map<string, bigint>();
  let clusterId = options.clusterId ?? null;
  /** End offsets at the first connection: `caughtUp` resolves there. */
  let target: Positions | null = null;
  /** Time at which a topic was first missing, by `performance.now()`; null while none is known to be. */
  let missingSince: number | null = null;
  let hasEnded = false;
  const { promise: caughtUp, resolve: resolveCaughtUp } = Promise.withResolvers<void>();

  const positionOf = (topic: string): bigint => positions.get(topic) ?? 0n;

  function reset(reason: string): void {
    if (hasEnded) return;
    hasEnded = true;
    clearInterval(watch);
    client.log.warn({ reason }, 'the topics were wiped or recreated; following has ended');
    void session.close();
    onReset(reason);
  }

  function progress(): void {
    if (target !== null && [...target].every(([topic, end]) => positionOf(topic) >= end)) resolveCaughtUp();
    onProgress?.(positions);
  }

  /** Updates the end offsets, and resets when they or the cluster id contradict the positions. Rejects without a broker. */
  async function checkTopics(): Promise<void> {
    // Positions may advance past the fetched ends meanwhile, so the ends are compared with the positions of before.
    const before = new Map(positions);
    const state = await clusterState(client, topics);
    if (hasEnded) return;
    if (clusterId !== null && clusterId !== state.clusterId) {
      reset('the cluster is another one');
      return;
    }
    if (state.ends === null) {
      missingSince ??= performance.now();
      if (clusterId !== null || performance.now() - missingSince >= MISSING_MS) reset('a topic is gone');
      return;
    }
    missingSince = null;
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
    await checkTopics();
    if (hasEnded) throw new Error('following has ended');
  }

  function applyRecord(topic: string, offset: bigint, value: Buffer | null): void {
    const parsed = parseRecord(value, events);
    if (parsed.kind === 'invalid') {
      client.log.error({ topic, offset: String(offset), reason: parsed.reason }, 'skipped an invalid record');
      onSkipped?.();
    }
    if (parsed.kind !== 'event') return;
    try {
      apply(parsed.envelope, { topic, offset });
    } catch (error) {
      client.log.error(
        { topic, offset: String(offset), error: messageOf(error) },
        'skipped an event that could not be applied to the model',
      );
      onSkipped?.();
    }
  }

  async function eachBatch({ batch, resolveOffset, heartbeat, isRunning, isStale }: EachBatchPayload) {
    const { topic } = batch;
    if (hasEnded || isStale()) return;
    if (BigInt(batch.highWatermark) < positionOf(topic)) {
      reset(`${topic} ends at ${batch.highWatermark}, before ${positionOf(topic)}`);
      return;
    }
    ends.set(topic, BigInt(batch.highWatermark));
    for (const { offset, value } of batch.messages) {
      if (!isRunning() || hasEnded) return;
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
    // A new group for each connection: with the same group, joining waits until the session of the lost member expires.
    groupId: () => `${client.clientId}-follow-${randomUUID()}`,
    topics,
    autoCommit: false,
    maxWaitMs: MAX_WAIT_MS,
    beforeConnect,
    onJoin: seekAll,
    eachBatch,
    onCrash: () => (hasEnded ? 'stop' : 'reconnect'),
  });
  const watch = setInterval(() => {
    checkTopics().catch((error: unknown) =>
      client.log.debug({ error: messageOf(error) }, 'could not compare the positions with the broker'),
    );
  }, WATCH_MS);
  watch.unref();

  return {
    positions: () => positions,
    clusterId: () => clusterId,
    caughtUp,
    lag: () =>
      topics.reduce((sum, topic) => {
        const missing = (ends.get(topic) ?? 0n) - positionOf(topic);
        return missing > 0n ? sum + Number(missing) : sum;
      }, 0),
    silentMs: session.contact.silentMs,
    staleSince: session.contact.staleSince,
    async close() {
      hasEnded = true;
      clearInterval(watch);
      await session.close();
    },
  };
}

import type { EachBatchPayload, IHeaders } from 'kafkajs';
import { backoffMs } from '@vidhi/service-kit/retry.ts';
import { openSession } from './consumer-session.ts';
import type { RecordHeaders } from './dead-letter.ts';
import type { KafkaClient } from './kafka.ts';

export interface ReceivedRecord {
  topic: string;
  partition: number;
  offset: string;
  key: Buffer | null;
  value: Buffer | null;
  headers: RecordHeaders;
}

export interface RecordConsumerOptions {
  client: KafkaClient;
  /** The replicas of a service share it and divide the partitions. */
  groupId: string;
  topics: readonly string[];
  /** Called before each connection. Throwing counts as a failed attempt. */
  beforeConnect?: () => Promise<void>;
  /** Number of records of a partition that are applied at the same time; 1 by default, which keeps their order. */
  atOnce?: number;
  /**
   * Must not reject. After `retry` the partition is paused, and the record received again, with those after it that were
   * applied at the same time.
   */
  apply: (record: ReceivedRecord) => Promise<'done' | 'retry'>;
}

export interface RecordConsumer {
  close(): Promise<void>;
  /** Milliseconds since the broker's last response; for health checks. */
  silentMs(): number;
  /** Number of crashes after which a new connection was opened. */
  restarts(): number;
  /** Records of the assigned partitions that are not applied yet, as of the last fetch of each. */
  lag(): number;
}

/** Handlers wait for databases and other services most of their time. */
const CONCURRENT_PARTITIONS = 3;
const PAUSE = { firstMs: 200, maxMs: 10_000 };

const textHeaders = (headers: IHeaders = {}): RecordHeaders =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || Array.isArray(value) ? [] : [[name, value.toString()]],
    ),
  );

/**
 * Starts a member of a consumer group that receives records at least once each, of several partitions at the same time, and in
 * order per partition unless `atOnce` says otherwise. Reconnects after every crash until closed.
 */
export function startRecordConsumer(options: RecordConsumerOptions): RecordConsumer {
  const { client, groupId, topics, atOnce = 1, beforeConnect, apply } = options;
  let restarts = 0;
  /** Consecutive pauses by `topic/partition`. */
  const pauses = new Map<string, number>();
  /** Lags by `topic/partition`. */
  const lags = new Map<string, number>();
  const resumeTimers = new Set<NodeJS.Timeout>();

  function pausePartition({ batch, pause }: EachBatchPayload): void {
    const name = `${batch.topic}/${batch.partition}`;
    const attempt = pauses.get(name) ?? 0;
    pauses.set(name, attempt + 1);
    const resume = pause();
    const timer = setTimeout(
      () => {
        resumeTimers.delete(timer);
        resume();
      },
      backoffMs(attempt, PAUSE),
    );
    resumeTimers.add(timer);
  }

  async function eachBatch(payload: EachBatchPayload): Promise<void> {
    const { batch, resolveOffset, heartbeat, commitOffsetsIfNecessary, isRunning, isStale } = payload;
    const { topic, partition } = batch;
    const name = `${topic}/${partition}`;
    const noteNext = (offset: string): void =>
      void lags.set(name, Number(BigInt(batch.highWatermark) - BigInt(offset)));
    const { messages } = batch;
    for (let start = 0; start < messages.length; start += atOnce) {
      if (!isRunning() || isStale()) return;
      const group = messages.slice(start, start + atOnce);
      noteNext(group[0]?.offset ?? batch.lastOffset());
      const results = await Promise.all(
        group.map(({ key, value, offset, headers }) =>
          apply({ topic, partition, offset, key, value, headers: textHeaders(headers) }),
        ),
      );
      for (const [at, { offset }] of group.entries()) {
        if (results[at] !== 'done') {
          pausePartition(payload);
          return;
        }
        pauses.delete(name);
        resolveOffset(offset);
      }
      await commitOffsetsIfNecessary();
      await heartbeat();
    }
    resolveOffset(batch.lastOffset());
    noteNext(String(BigInt(batch.lastOffset()) + 1n));
  }

  const session = openSession({
    client,
    groupId: () => groupId,
    topics,
    autoCommit: true,
    maxWaitMs: 1_000,
    concurrentPartitions: CONCURRENT_PARTITIONS,
    ...(beforeConnect === undefined ? {} : { beforeConnect }),
    // Other partitions may be assigned now.
    onJoin: () => lags.clear(),
    eachBatch,
    // kafkajs calls some errors final that a new consumer recovers from.
    onCrash() {
      restarts += 1;
      return 'reconnect';
    },
  });

  return {
    async close() {
      for (const timer of resumeTimers) clearTimeout(timer);
      await session.close();
    },
    restarts: () => restarts,
    lag: () => [...lags.values()].reduce((sum, records) => sum + records, 0),
    silentMs: session.contact.silentMs,
  };
}

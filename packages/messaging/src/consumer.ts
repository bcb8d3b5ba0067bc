import type { EachBatchPayload } from 'kafkajs';
import type { EventDeclaration } from '@vidhi/contracts/events.ts';
import { createApplier, type Disposition, type Handle } from './apply-record.ts';
import { backoffMs, messageOf } from '@vidhi/service-kit/retry.ts';
import { openSession } from './consumer-session.ts';
import type { KafkaClient } from './kafka.ts';
import { createProducer } from './producer.ts';

export interface ConsumerOptions {
  client: KafkaClient;
  /** The replicas of a service share it and divide the partitions. */
  groupId: string;
  topics: readonly string[];
  /** Declarations by event type; records of other types are skipped. */
  events: ReadonlyMap<string, EventDeclaration>;
  /** Called at least once for each event, so it must be idempotent. */
  handle: Handle;
  /** Called for every record, for metrics and tests. */
  onDisposition?: (disposition: Disposition, topic: string) => void;
}

export interface RunningConsumer {
  close(): Promise<void>;
  /** Milliseconds since the broker's last response; for health checks. */
  silentMs(): number;
  /** Number of crashes after which a new connection was opened. */
  restarts(): number;
  /** Records sent to the dead-letter topic since the start, rejected ones included. */
  deadLettered(): number;
  /** Records of the assigned partitions that are not applied yet, as of the last fetch of each. */
  lag(): number;
}

/** Handlers wait for databases and other services most of their time. */
const CONCURRENT_PARTITIONS = 3;
const PAUSE = { firstMs: 200, maxMs: 10_000 };

/**
 * Starts a member of a consumer group that applies events at least once each and in order per partition, of several
 * partitions at the same time. A record whose failure is transient pauses its partition and is retried; a record that
 * cannot be applied is sent to `<topic>.dlq` before its offset is committed. Reconnects after every crash until closed.
 */
export function startConsumer(options: ConsumerOptions): RunningConsumer {
  const { client, groupId, topics, events, handle, onDisposition } = options;
  const deadLetters = createProducer(client);
  let restarts = 0;
  let deadLettered = 0;
  /** Consecutive pauses by `topic/partition`. */
  const pauses = new Map<string, number>();
  /** Lags by `topic/partition`. */
  const lags = new Map<string, number>();
  const resumeTimers = new Set<NodeJS.Timeout>();
  const applier = createApplier({
    groupId,
    events,
    handle,
    deadLetters,
    onFailure: (error, meta, next) =>
      client.log.warn({ ...meta, groupId, next, error: messageOf(error) }, 'an event could not be handled'),
  });

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
    const partition = `${batch.topic}/${batch.partition}`;
    const noteNext = (offset: string): void =>
      void lags.set(partition, Number(BigInt(batch.highWatermark) - BigInt(offset)));
    for (const { key, value, offset, headers } of batch.messages) {
      if (!isRunning() || isStale()) return;
      noteNext(offset);
      const disposition = await applier.apply({
        topic: batch.topic,
        partition: batch.partition,
        offset,
        key,
        value,
        traceparent: headers?.['traceparent']?.toString(),
      });
      onDisposition?.(disposition, batch.topic);
      if (disposition === 'dead-lettered') {
        deadLettered += 1;
        client.log.error(
          { topic: batch.topic, offset, groupId },
          'a record was sent to the dead-letter topic',
        );
      }
      if (disposition === 'retry') {
        pausePartition(payload);
        return;
      }
      pauses.delete(partition);
      resolveOffset(offset);
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
      await deadLetters.close();
    },
    restarts: () => restarts,
    deadLettered: () => deadLettered,
    lag: () => [...lags.values()].reduce((sum, records) => sum + records, 0),
    silentMs: session.contact.silentMs,
  };
}

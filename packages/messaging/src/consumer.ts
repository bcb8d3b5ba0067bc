import type { EachBatchPayload } from 'kafkajs';
import type { EventDeclaration } from '@vidhi/contracts/events.ts';
import { createApplier, type Disposition, type Handle } from './apply-record.ts';
import { backoffMs, messageOf } from './backoff.ts';
import { openSession } from './consumer-session.ts';
import type { KafkaClient } from './kafka.ts';
import { createProducer } from './producer.ts';

export interface ConsumerOptions {
  client: KafkaClient;
  /** Shared by all replicas that divide the work. */
  groupId: string;
  topics: readonly string[];
  /** What this consumer knows; every other type is skipped. */
  events: ReadonlyMap<string, EventDeclaration>;
  handle: Handle;
  /** Told of every record, for metrics and tests. */
  onDisposition?: (disposition: Disposition, topic: string) => void;
}

export interface RunningConsumer {
  close(): Promise<void>;
  /** Milliseconds since the broker last answered; for liveness. */
  silentMs(): number;
  /** How often the connection was given up and opened again. */
  restarts(): number;
  /** Records put into the dead-letter topic since the start, rejected ones included. */
  deadLettered(): number;
}

const PAUSE = { firstMs: 200, maxMs: 10_000 };

/**
 * Applies a topic's events, at least once each, in the order of their key. A record that fails for a
 * passing reason holds its partition and is tried again; one that can never be applied is put aside in
 * `<topic>.dlq`, and only then passed over.
 */
export function startConsumer(options: ConsumerOptions): RunningConsumer {
  const { client, groupId, topics, events, handle, onDisposition } = options;
  const deadLetters = createProducer(client);
  const startedAt = Date.now();
  let restarts = 0;
  let deadLettered = 0;
  const stumbles = new Map<string, number>();
  const resumptions = new Set<NodeJS.Timeout>();
  const applier = createApplier({
    events,
    handle,
    deadLetters,
    onFailure: (error, meta, next) =>
      client.log.warn({ ...meta, groupId, next, error: messageOf(error) }, 'an event was not applied'),
  });

  function holdPartition({ batch, pause }: EachBatchPayload): void {
    const name = `${batch.topic}/${batch.partition}`;
    const attempt = stumbles.get(name) ?? 0;
    stumbles.set(name, attempt + 1);
    const resume = pause();
    const timer = setTimeout(
      () => {
        resumptions.delete(timer);
        resume();
      },
      backoffMs(attempt, PAUSE),
    );
    resumptions.add(timer);
  }

  async function eachBatch(payload: EachBatchPayload): Promise<void> {
    const { batch, resolveOffset, heartbeat, commitOffsetsIfNecessary, isRunning, isStale } = payload;
    for (const { key, value, offset } of batch.messages) {
      if (!isRunning() || isStale()) return;
      const disposition = await applier.apply({
        topic: batch.topic,
        partition: batch.partition,
        offset,
        key,
        value,
      });
      onDisposition?.(disposition, batch.topic);
      if (disposition === 'parked') {
        deadLettered += 1;
        client.log.error(
          { topic: batch.topic, offset, groupId },
          'an event was put into the dead-letter topic',
        );
      }
      if (disposition === 'later') {
        holdPartition(payload);
        return;
      }
      stumbles.delete(`${batch.topic}/${batch.partition}`);
      resolveOffset(offset);
      await commitOffsetsIfNecessary();
      await heartbeat();
    }
    resolveOffset(batch.lastOffset());
  }

  const session = openSession({
    client,
    groupId: () => groupId,
    topics,
    autoCommit: true,
    maxWaitMs: 1_000,
    eachBatch,
    // Whatever the client calls final, a fresh client may get over: the process and its other work go on.
    onCrash() {
      restarts += 1;
      return 'again';
    },
  });

  return {
    async close() {
      for (const timer of resumptions) clearTimeout(timer);
      await session.close();
      await deadLetters.close();
    },
    restarts: () => restarts,
    deadLettered: () => deadLettered,
    silentMs: () => Date.now() - Math.max(startedAt, session.lastContactAt()),
  };
}

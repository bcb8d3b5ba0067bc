import type { Consumer, EachBatchPayload } from 'kafkajs';
import { backoffMs, messageOf, pauseFor } from '@vidhi/service-kit/retry.ts';
import { createBrokerContact, type BrokerContact } from './broker-contact.ts';
import type { KafkaClient } from './kafka.ts';

export interface SessionOptions {
  client: KafkaClient;
  /** Called before each connection. */
  groupId: () => string;
  topics: readonly string[];
  autoCommit: boolean;
  /** Longest duration of a fetch that returns no records, and so the resolution of `contact`. */
  maxWaitMs: number;
  /** Number of partitions whose batches are handled concurrently; 1 by default. */
  concurrentPartitions?: number;
  onJoin?: (consumer: Consumer) => void;
  /** Called before each connection. Throwing counts as a failed attempt. */
  beforeConnect?: () => Promise<void>;
  eachBatch: (payload: EachBatchPayload) => Promise<void>;
  /** Called when the kafkajs consumer has crashed or could not connect; decides whether to connect a new one. */
  onCrash: (error: Error) => 'reconnect' | 'stop';
}

export interface Session {
  /** Disconnects; resolves when the current batch has ended. */
  close(): Promise<void>;
  readonly contact: Omit<BrokerContact, 'record'>;
}

const RECONNECT = { firstMs: 100, maxMs: 2_000 };
const COMMIT = { autoCommitInterval: 1_000, autoCommitThreshold: 20 };

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

async function disconnectQuietly(consumer: Consumer): Promise<void> {
  try {
    await consumer.disconnect();
  } catch {
    // The consumer is discarded either way.
  }
}

/**
 * Keeps one kafkajs consumer connected until the session is closed. The consumer's own restart is disabled: after a
 * crash a new consumer replaces it, so no state of the crashed one remains.
 */
export function openSession(options: SessionOptions): Session {
  const { client, topics, autoCommit, maxWaitMs } = options;
  const closing = new AbortController();
  const contact = createBrokerContact();

  function build(): { consumer: Consumer; crashed: Promise<Error> } {
    const consumer = client.kafka.consumer({
      groupId: options.groupId(),
      allowAutoTopicCreation: false,
      maxWaitTimeInMs: maxWaitMs,
      sessionTimeout: 10_000,
      heartbeatInterval: 3_000,
      rebalanceTimeout: 10_000,
      retry: { initialRetryTime: 100, maxRetryTime: 2_000, retries: 3, restartOnFailure: async () => false },
    });
    const { promise, resolve } = Promise.withResolvers<Error>();
    consumer.on(consumer.events.CRASH, ({ payload }) => resolve(payload.error));
    consumer.on(consumer.events.REQUEST, () => contact.record());
    consumer.on(consumer.events.GROUP_JOIN, () => options.onJoin?.(consumer));
    return { consumer, crashed: promise };
  }

  async function runOnce(): Promise<Error | null> {
    const { consumer, crashed } = build();
    const closed = Promise.withResolvers<null>();
    const onAbort = (): void => closed.resolve(null);
    closing.signal.addEventListener('abort', onAbort);
    try {
      await options.beforeConnect?.();
      await consumer.connect();
      await consumer.subscribe({ topics: [...topics], fromBeginning: true });
      await consumer.run({
        autoCommit,
        ...(autoCommit ? COMMIT : {}),
        partitionsConsumedConcurrently: options.concurrentPartitions ?? 1,
        eachBatchAutoResolve: false,
        eachBatch: options.eachBatch,
      });
      return closing.signal.aborted ? null : await Promise.race([crashed, closed.promise]);
    } catch (error) {
      return toError(error);
    } finally {
      closing.signal.removeEventListener('abort', onAbort);
      await disconnectQuietly(consumer);
    }
  }

  async function runUntilClosed(): Promise<void> {
    for (let attempt = 0; !closing.signal.aborted; attempt += 1) {
      const startedAt = Date.now();
      const error = await runOnce();
      if (error === null || closing.signal.aborted) return;
      client.log.warn({ topics, error: messageOf(error) }, 'a Kafka consumer crashed or could not connect');
      if (options.onCrash(error) === 'stop') return;
      if (contact.lastAt() >= startedAt) attempt = 0;
      await pauseFor(backoffMs(attempt, RECONNECT), closing.signal);
    }
  }

  const running = runUntilClosed();
  return {
    async close() {
      closing.abort();
      await running;
    },
    contact,
  };
}

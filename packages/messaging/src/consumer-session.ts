import type { Consumer, EachBatchPayload } from 'kafkajs';
import { backoffMs, messageOf, pauseFor } from './backoff.ts';
import type { KafkaClient } from './kafka.ts';

export interface SessionOptions {
  client: KafkaClient;
  /** Asked before each connection. */
  groupId: () => string;
  topics: readonly string[];
  autoCommit: boolean;
  /** Longest wait of a fetch that finds nothing; also how fresh the sign of life is. */
  maxWaitMs: number;
  onJoin?: (consumer: Consumer) => void;
  /** Called before each connection. Throwing counts as a failed attempt. */
  beforeConnect?: () => Promise<void>;
  eachBatch: (payload: EachBatchPayload) => Promise<void>;
  /** Decides what follows when the client gave up: a new connection, or the end. */
  onCrash: (error: Error) => 'again' | 'stop';
}

export interface Session {
  close(): Promise<void>;
  /** When the broker last answered anything, in milliseconds since the epoch; 0 for never. */
  lastContactAt(): number;
}

const RECONNECT = { firstMs: 100, maxMs: 2_000 };
/** Resolves in time for a commit each second or twenty records, whichever comes first. */
const COMMIT = { autoCommitInterval: 1_000, autoCommitThreshold: 20 };

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

async function disconnectQuietly(consumer: Consumer): Promise<void> {
  try {
    await consumer.disconnect();
  } catch {
    // The connection is being thrown away; how it ends does not matter.
  }
}

/**
 * Keeps one consumer connected for as long as the session is open. The client's own restarting is off:
 * after a crash a fresh client takes over, which leaves no half-stopped state behind.
 */
export function openSession(options: SessionOptions): Session {
  const { client, topics, autoCommit, maxWaitMs } = options;
  const closing = new AbortController();
  let contactAt = 0;

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
    consumer.on(consumer.events.REQUEST, () => {
      contactAt = Date.now();
    });
    consumer.on(consumer.events.GROUP_JOIN, () => options.onJoin?.(consumer));
    return { consumer, crashed: promise };
  }

  async function runOnce(): Promise<Error | null> {
    const { consumer, crashed } = build();
    const closed = Promise.withResolvers<null>();
    const endNow = (): void => closed.resolve(null);
    closing.signal.addEventListener('abort', endNow);
    try {
      await options.beforeConnect?.();
      await consumer.connect();
      await consumer.subscribe({ topics: [...topics], fromBeginning: true });
      await consumer.run({
        autoCommit,
        ...(autoCommit ? COMMIT : {}),
        eachBatchAutoResolve: false,
        eachBatch: options.eachBatch,
      });
      return closing.signal.aborted ? null : await Promise.race([crashed, closed.promise]);
    } catch (error) {
      return toError(error);
    } finally {
      closing.signal.removeEventListener('abort', endNow);
      await disconnectQuietly(consumer);
    }
  }

  async function keepRunning(): Promise<void> {
    for (let attempt = 0; !closing.signal.aborted; attempt += 1) {
      const startedAt = Date.now();
      const error = await runOnce();
      if (error === null || closing.signal.aborted) return;
      client.log.warn({ topics, error: messageOf(error) }, 'the consumer lost its broker');
      if (options.onCrash(error) === 'stop') return;
      if (contactAt >= startedAt) attempt = 0;
      await pauseFor(backoffMs(attempt, RECONNECT), closing.signal);
    }
  }

  const running = keepRunning();
  return {
    async close() {
      closing.abort();
      await running;
    },
    lastContactAt: () => contactAt,
  };
}

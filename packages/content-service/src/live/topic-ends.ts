import { messageOf, pauseFor } from '@vidhi/service-kit/retry.ts';
import type { KafkaClient } from '@vidhi/messaging/kafka.ts';
import { endOffsets, type Positions } from '@vidhi/messaging/topics.ts';

/** Time that a write waits for events that it depends on, before it is validated against the current model. */
const MAX_WAIT_MS = 2_000;

export interface TopicEnds {
  /** Call after events were applied, with the offsets of the next records. */
  setApplied(positions: Positions): void;
  /**
   * Resolves when all records that the topics have at the call were applied; after MAX_WAIT_MS (2 s) at the latest, and at
   * once when the broker is unavailable. Never rejects.
   */
  untilReached(topics: readonly string[], signal: AbortSignal): Promise<void>;
}

interface Waiter {
  ends: Positions;
  resolve: () => void;
}

/** Creates a tracker that lets callers wait until a model has applied all records of its topics. */
export function createTopicEnds(client: KafkaClient, maxWaitMs = MAX_WAIT_MS): TopicEnds {
  const waiters = new Set<Waiter>();
  let applied: Positions = new Map();
  const isReached = (ends: Positions): boolean =>
    [...ends].every(([topic, end]) => (applied.get(topic) ?? 0n) >= end);

  async function untilApplied(ends: Positions, stopped: AbortSignal): Promise<void> {
    if (isReached(ends)) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiter = { ends, resolve };
    waiters.add(waiter);
    stopped.addEventListener('abort', () => waiters.delete(waiter));
    await promise;
  }

  async function waitForEnds(topics: readonly string[], stopped: AbortSignal): Promise<void> {
    try {
      const ends = await endOffsets(client, topics);
      if (!stopped.aborted) await untilApplied(ends, stopped);
    } catch (error) {
      client.log.warn({ error: messageOf(error) }, 'could not read the end offsets');
    }
  }

  return {
    setApplied(positions) {
      applied = positions;
      for (const waiter of waiters) {
        if (!isReached(waiter.ends)) continue;
        waiters.delete(waiter);
        waiter.resolve();
      }
    },
    async untilReached(topics, signal) {
      const timeout = new AbortController();
      const stopped = AbortSignal.any([signal, timeout.signal]);
      await Promise.race([waitForEnds(topics, stopped), pauseFor(maxWaitMs, stopped)]);
      timeout.abort();
    },
  };
}

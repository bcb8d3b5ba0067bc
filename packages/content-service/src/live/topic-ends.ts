import { messageOf, pauseFor } from '@vidhi/service-kit/retry.ts';
import type { KafkaClient } from '@vidhi/messaging/kafka.ts';
import { endOffsets, type Positions } from '@vidhi/messaging/topics.ts';

/** How long a write waits for events that it depends on; after that it is validated against the model as it is. */
const MAX_WAIT_MS = 2_000;

export interface TopicEnds {
  /** Notes how far the topics have been applied. */
  noteApplied(positions: Positions): void;
  /**
   * Resolves when everything that the topics held at the call has been applied; after `MAX_WAIT_MS` at the latest, and
   * at once when the broker cannot be asked. Never rejects.
   */
  untilReached(topics: readonly string[], signal: AbortSignal): Promise<void>;
}

interface Waiting {
  ends: Positions;
  resolve: () => void;
}

export function createTopicEnds(client: KafkaClient, maxWaitMs = MAX_WAIT_MS): TopicEnds {
  const waiting = new Set<Waiting>();
  let applied: Positions = new Map();
  const isReached = (ends: Positions): boolean =>
    [...ends].every(([topic, end]) => (applied.get(topic) ?? 0n) >= end);

  async function untilApplied(ends: Positions, stopped: AbortSignal): Promise<void> {
    if (isReached(ends)) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const entry = { ends, resolve };
    waiting.add(entry);
    stopped.addEventListener('abort', () => waiting.delete(entry));
    await promise;
  }

  async function askAndWait(topics: readonly string[], stopped: AbortSignal): Promise<void> {
    try {
      const ends = await endOffsets(client, topics);
      if (!stopped.aborted) await untilApplied(ends, stopped);
    } catch (error) {
      client.log.warn({ error: messageOf(error) }, 'could not ask where the topics end');
    }
  }

  return {
    noteApplied(positions) {
      applied = positions;
      for (const each of waiting) {
        if (!isReached(each.ends)) continue;
        waiting.delete(each);
        each.resolve();
      }
    },
    async untilReached(topics, signal) {
      const timeout = new AbortController();
      const stopped = AbortSignal.any([signal, timeout.signal]);
      await Promise.race([askAndWait(topics, stopped), pauseFor(maxWaitMs, stopped)]);
      timeout.abort();
    },
  };
}

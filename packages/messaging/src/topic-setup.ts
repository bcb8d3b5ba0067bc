import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { backoffMs, messageOf, pauseFor } from './backoff.ts';
import type { KafkaClient } from './kafka.ts';
import { ensureTopics } from './topics.ts';

export interface TopicSetup {
  /** Resolves when the topics exist, or on `close`. Never rejects. */
  done: Promise<void>;
  close(): Promise<void>;
}

const RETRY = { firstMs: 200, maxMs: 5_000 };

/** Creates topics in the background, retrying until it succeeds, so that a service can start while Kafka is unavailable. */
export function keepEnsuringTopics(client: KafkaClient, layouts: readonly TopicLayout[]): TopicSetup {
  const closing = new AbortController();
  async function ensure(): Promise<void> {
    for (let attempt = 0; !closing.signal.aborted; attempt++) {
      try {
        await ensureTopics(client, layouts);
        return;
      } catch (error) {
        client.log.warn({ error: messageOf(error) }, 'could not create the topics yet');
        await pauseFor(backoffMs(attempt, RETRY), closing.signal);
      }
    }
  }
  const done = ensure();
  return {
    done,
    async close() {
      closing.abort();
      await done;
    },
  };
}

import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { messageOf, retryForever } from '@vidhi/service-kit/retry.ts';
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
  const done = retryForever(() => ensureTopics(client, layouts), {
    ...RETRY,
    signal: closing.signal,
    onFailure: (error) => client.log.warn({ error: messageOf(error) }, 'could not create the topics yet'),
  }).then(() => undefined);
  return {
    done,
    async close() {
      closing.abort();
      await done;
    },
  };
}

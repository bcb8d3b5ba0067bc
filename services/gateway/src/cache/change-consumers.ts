import { setTimeout as delay } from 'node:timers/promises';
import { EVENTS } from '@vidhi/contracts/events.ts';
import { TOPICS, withSuffix } from '@vidhi/contracts/topics.ts';
import { followTopics, type Follower } from '@vidhi/messaging/follow.ts';
import type { KafkaClient } from '@vidhi/messaging/kafka.ts';
import { endOffsets, ensureTopics } from '@vidhi/messaging/topics.ts';
import type { Freshness } from './freshness.ts';

const RETRY_MS = 500;
/** The broker answers an idle follower every second; longer silence means that changes may be missed. */
const SILENCE_MS = 2_500;

export interface ChangeFeed {
  isLive(): boolean;
  close(): Promise<void>;
}

export interface ChangeFeedOptions {
  client: KafkaClient;
  /** As answers name them in their positions. */
  topics: readonly string[];
  /** What their names end with on this cluster. */
  suffix?: string;
  freshness: Freshness;
  /** The topics began anew: nothing that is kept can be compared with them. */
  onReset: () => void;
}

/**
 * Tells the cache about every change from now on. Starts while Kafka is away, and until it answers, and
 * whenever it falls silent, the feed is not live and answers are kept for less than a second.
 */
export function startChangeFeed(options: ChangeFeedOptions): ChangeFeed {
  const { client, topics, suffix = '', freshness, onReset } = options;
  const layouts = Object.values(TOPICS)
    .filter(({ name }) => topics.includes(name))
    .map((layout) => withSuffix(layout, suffix));
  const named = layouts.map(({ name }) => name);
  const plain = (topic: string): string => topic.slice(0, topic.length - suffix.length);
  let follower: Follower | null = null;
  let closed = false;
  let isCaughtUp = false;

  async function begin(): Promise<void> {
    isCaughtUp = false;
    for (;;) {
      if (closed) return;
      try {
        // Made by whoever comes first: a service that is late must not keep the cache from following the others.
        await ensureTopics(client, layouts);
        const ends = await endOffsets(client, named);
        if (closed) return;
        for (const [topic, end] of ends) freshness.require(plain(topic), Number(end));
        const started = followTopics({
          client,
          topics: named,
          events: EVENTS,
          from: ends,
          apply: (_envelope, { topic, offset }) => freshness.reportEvent(plain(topic), Number(offset)),
          onReset: () => {
            onReset();
            void begin();
          },
        });
        follower = started;
        await started.caughtUp;
        isCaughtUp = follower === started;
        return;
      } catch (error) {
        client.log.warn(
          { error: error instanceof Error ? error.message : error },
          'changes are not followed yet',
        );
        await delay(RETRY_MS, undefined, { ref: false });
      }
    }
  }

  void begin();
  return {
    isLive: () => isCaughtUp && follower !== null && follower.silentMs() < SILENCE_MS,
    async close() {
      closed = true;
      await follower?.close();
    },
  };
}

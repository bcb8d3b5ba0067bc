import { EVENTS } from '@vidhi/contracts/events.ts';
import { TOPICS, withSuffix } from '@vidhi/contracts/topics.ts';
import { followTopics, type Follower } from '@vidhi/messaging/follow.ts';
import type { KafkaClient } from '@vidhi/messaging/kafka.ts';
import { endOffsets, ensureTopics } from '@vidhi/messaging/topics.ts';
import { messageOf, retryForever } from '@vidhi/service-kit/retry.ts';
import type { Freshness } from './freshness.ts';

const RETRY = { firstMs: 500, maxMs: 500 };
/** The broker responds to an idle consumer every second; after a longer silence events may be missing. */
const SILENCE_MS = 2_500;

export interface ChangeFeed {
  /** Reports every event from now on to `freshness`. */
  start(freshness: Freshness): void;
  isLive(): boolean;
  /** Records that could not be read, since the start. */
  skippedRecords(): number;
  close(): Promise<void>;
}

export interface ChangeFeedOptions {
  client: KafkaClient;
  /** Topic names as in data positions, without suffix. */
  topics: readonly string[];
  /** Suffix of topic names on this cluster. */
  suffix?: string;
  /** The topics were recreated: their offsets cannot be compared with those of cache entries. */
  onReset: () => void;
}

/**
 * Creates the feed of changes. It starts without Kafka too; until the broker responds, and whenever it is silent, the feed
 * is not live and responses are cached for less than a second.
 */
export function createChangeFeed(options: ChangeFeedOptions): ChangeFeed {
  const { client, topics, suffix = '', onReset } = options;
  const layouts = Object.values(TOPICS)
    .filter(({ name }) => topics.includes(name))
    .map((layout) => withSuffix(layout, suffix));
  const named = layouts.map(({ name }) => name);
  const plain = (topic: string): string => topic.slice(0, topic.length - suffix.length);
  let follower: Follower | null = null;
  const closing = new AbortController();
  let isCaughtUp = false;
  let skippedRecords = 0;

  /** Follows the topics from their current ends. Resolves null when closed before. */
  async function startFollower(freshness: Freshness): Promise<Follower | null> {
    // Created by the first process that needs them, so that a missing topic does not stop the others.
    await ensureTopics(client, layouts);
    const ends = await endOffsets(client, named);
    if (closing.signal.aborted) return null;
    for (const [topic, end] of ends) freshness.require(plain(topic), Number(end));
    follower = followTopics({
      client,
      topics: named,
      events: EVENTS,
      from: ends,
      apply: (_envelope, { topic, offset }) => freshness.reportEvent(plain(topic), Number(offset)),
      onSkipped: () => void (skippedRecords += 1),
      onReset: () => {
        onReset();
        void begin(freshness);
      },
    });
    return follower;
  }

  async function begin(freshness: Freshness): Promise<void> {
    isCaughtUp = false;
    const started = await retryForever(() => startFollower(freshness), {
      ...RETRY,
      signal: closing.signal,
      onFailure: (error) =>
        client.log.warn({ error: messageOf(error) }, 'could not consume change events, retrying'),
    });
    if (started === null) return;
    await started.caughtUp;
    isCaughtUp = follower === started;
  }

  return {
    start: (freshness) => void begin(freshness),
    isLive: () => isCaughtUp && follower !== null && follower.silentMs() < SILENCE_MS,
    skippedRecords: () => skippedRecords,
    async close() {
      closing.abort();
      await follower?.close();
    },
  };
}

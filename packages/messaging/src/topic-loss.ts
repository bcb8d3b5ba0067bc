import type { Connection } from 'mongoose';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { messageOf, pauseFor } from './backoff.ts';
import type { KafkaClient } from './kafka.ts';
import { clusterState, ensureTopics, type Positions } from './topics.ts';

/** What a service last saw of its own topics, in its database. */
interface SeenTopics {
  _id: string;
  clusterId: string;
  /** Offsets as texts; a list, as names of topics have dots. */
  ends: { topic: string; end: string }[];
}

/** A compacted topic of this service, and the documents whose state it holds. */
export interface OwnedTopic {
  topic: TopicLayout;
  /** Whether any of the documents was published before. */
  hasPublished: () => Promise<boolean>;
  /** Publishes the current state of every document; resolves with their number. */
  republish: (signal: AbortSignal) => Promise<number>;
}

export interface TopicLossOptions {
  client: KafkaClient;
  connection: Connection;
  topics: readonly OwnedTopic[];
  watchMs?: number;
}

export interface TopicLossWatch {
  close(): Promise<void>;
}

const WATCH_MS = 10_000;
const SEEN_COLLECTION = 'broker_state';
const SEEN_ID = 'topics';

export interface FoundTopics {
  clusterId: string;
  ends: Positions;
  /** Topics to which something had been published before their ends were asked for. */
  published: ReadonlySet<string>;
}

/** The topics that do not hold all that was published to them, as far as that can be told, with the reason. */
export function findLosses(
  seen: Pick<SeenTopics, 'clusterId' | 'ends'> | null,
  { clusterId, ends, published }: FoundTopics,
): Map<string, string> {
  const losses = new Map<string, string>();
  const before = new Map(seen?.ends.map(({ topic, end }) => [topic, BigInt(end)]));
  for (const [topic, end] of ends) {
    const last = before.get(topic);
    if (seen !== null && seen.clusterId !== clusterId) losses.set(topic, 'the cluster is another one');
    else if (last !== undefined && end < last) losses.set(topic, `it ends at ${end}, before ${last}`);
    else if (last === undefined && end === 0n && published.has(topic)) losses.set(topic, 'it is empty');
  }
  return losses;
}

/**
 * Looks from time to time whether a service's own topics lost what they held, as of a broker that was wiped, and then
 * makes them and publishes the state of every document again. What was seen is noted only after that: a process that
 * ends meanwhile begins again at its next start. Never throws; a broker or database that is away is asked again.
 */
export function watchTopicLoss(options: TopicLossOptions): TopicLossWatch {
  const { client, connection, topics, watchMs = WATCH_MS } = options;
  const closing = new AbortController();
  const layouts = topics.map(({ topic }) => topic);
  const states = connection.collection<SeenTopics>(SEEN_COLLECTION);

  async function look(): Promise<{ clusterId: string; ends: Positions }> {
    await ensureTopics(client, layouts);
    const { clusterId, ends } = await clusterState(
      client,
      layouts.map(({ name }) => name),
    );
    if (ends === null) throw new Error('a topic that was just made is not there yet');
    return { clusterId, ends };
  }

  async function findPublished(): Promise<Set<string>> {
    const published = new Set<string>();
    for (const { topic, hasPublished } of topics) if (await hasPublished()) published.add(topic.name);
    return published;
  }

  async function check(): Promise<void> {
    const published = await findPublished();
    const found = await look();
    const seen = await states.findOne({ _id: SEEN_ID });
    const losses = findLosses(seen, { ...found, published });
    for (const { topic, republish } of topics) {
      const reason = losses.get(topic.name);
      if (reason === undefined) continue;
      client.log.warn({ topic: topic.name, reason }, 'a topic has lost events and is published again');
      const documents = await republish(closing.signal);
      if (closing.signal.aborted) return;
      client.log.info({ topic: topic.name, documents }, 'a topic was published again');
    }
    const { clusterId, ends } = losses.size === 0 ? found : await look();
    const noted = [...ends].map(([topic, end]) => ({ topic, end: String(end) }));
    if (seen?.clusterId === clusterId && JSON.stringify(seen.ends) === JSON.stringify(noted)) return;
    await states.updateOne({ _id: SEEN_ID }, { $set: { clusterId, ends: noted } }, { upsert: true });
  }

  async function watch(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await check();
      } catch (error) {
        client.log.debug({ error: messageOf(error) }, 'could not compare the topics with the documents');
      }
      await pauseFor(watchMs, closing.signal);
    }
  }

  const watching = watch();
  return {
    async close() {
      closing.abort();
      await watching;
    },
  };
}

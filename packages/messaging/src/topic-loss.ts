import type { Connection } from 'mongoose';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { messageOf, pauseFor } from '@vidhi/service-kit/retry.ts';
import {
  modelOf,
  part,
  required,
  storedCollection,
  type StoredDocument,
} from '@vidhi/service-kit/stored-collection.ts';
import type { KafkaClient } from './kafka.ts';
import { clusterState, ensureTopics, type Positions } from './topics.ts';

/** Last observed state of a service's own topics, stored in its database. */
export const BROKER_STATE = storedCollection('broker_state', {
  _id: required(String),
  clusterId: required(String),
  /** End offsets as strings. A list, because a topic name has dots and cannot be a field name. */
  ends: required([part({ topic: required(String), end: required(String) })]),
});
type SeenTopics = StoredDocument<typeof BROKER_STATE>;

/** A compacted topic that this service publishes, and access to the documents whose state it carries. */
export interface OwnedTopic {
  topic: TopicLayout;
  /** Resolves with whether any of the documents has been published. Called only while the topic is unknown to the service. */
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
const SEEN_ID = 'topics';

export interface FoundTopics {
  clusterId: string;
  ends: Positions;
  /** Topics, not seen before, to which events had been published before `ends` was read. */
  published: ReadonlySet<string>;
}

/** Returns the topics that have demonstrably lost published events, with the reason. */
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
 * Checks every `watchMs` whether a service's own topics have lost events, for example because the broker was wiped; then
 * creates them and republishes the state of every document. The observed state is stored only after that, so a process
 * that ends meanwhile starts again. Errors are logged and the check repeated.
 */
export function watchTopicLoss(options: TopicLossOptions): TopicLossWatch {
  const { client, connection, topics, watchMs = WATCH_MS } = options;
  const closing = new AbortController();
  const layouts = topics.map(({ topic }) => topic);
  const states = modelOf(connection, BROKER_STATE);

  async function readTopics(): Promise<{ clusterId: string; ends: Positions }> {
    await ensureTopics(client, layouts);
    const { clusterId, ends } = await clusterState(
      client,
      layouts.map(({ name }) => name),
    );
    if (ends === null) throw new Error('a topic that was just created is not available yet');
    return { clusterId, ends };
  }

  /** Resolves with the published topics among those that were not seen before: the ends of the others tell it. */
  async function findPublished(seen: Pick<SeenTopics, 'ends'> | null): Promise<Set<string>> {
    const known = new Set(seen?.ends.map(({ topic }) => topic));
    const published = new Set<string>();
    for (const { topic, hasPublished } of topics)
      if (!known.has(topic.name) && (await hasPublished())) published.add(topic.name);
    return published;
  }

  async function check(): Promise<void> {
    const seen = await states.findOne({ _id: SEEN_ID });
    const published = await findPublished(seen);
    const found = await readTopics();
    const losses = findLosses(seen, { ...found, published });
    for (const { topic, republish } of topics) {
      const reason = losses.get(topic.name);
      if (reason === undefined) continue;
      client.log.warn({ topic: topic.name, reason }, 'a topic has lost events; republishing all documents');
      const documents = await republish(closing.signal);
      if (closing.signal.aborted) return;
      client.log.info({ topic: topic.name, documents }, 'republished all documents of a topic');
    }
    const { clusterId, ends } = losses.size === 0 ? found : await readTopics();
    const stored = [...ends].map(([topic, end]) => ({ topic, end: String(end) }));
    if (seen?.clusterId === clusterId && JSON.stringify(seen.ends) === JSON.stringify(stored)) return;
    await states.updateOne({ _id: SEEN_ID }, { $set: { clusterId, ends: stored } }, { upsert: true });
  }

  async function watch(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await check();
      } catch (error) {
        client.log.debug({ error: messageOf(error) }, 'could not check the topics for lost events');
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

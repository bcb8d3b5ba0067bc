import { setTimeout as delay } from 'node:timers/promises';
import type { Admin } from 'kafkajs';
import { deadLetterTopic, type TopicLayout } from '@vidhi/contracts/topics.ts';
import type { KafkaClient } from './kafka.ts';

/** Offset of the next record to read, by topic. Topics that are followed have one partition. */
export type Positions = ReadonlyMap<string, bigint>;

export async function withAdmin<T>({ kafka }: KafkaClient, use: (admin: Admin) => Promise<T>): Promise<T> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    return await use(admin);
  } finally {
    await admin.disconnect();
  }
}

const LOOK_MS = 100;
const MOST_LOOKS = 100;
const FORTNIGHT_MS = 14 * 24 * 3_600_000;

/** The largest record: a post with its whole text is one. The broker's own default would be 1 MB. */
export const MAX_RECORD_BYTES = 8 * 1024 * 1024;
const LARGEST = { name: 'max.message.bytes', value: String(MAX_RECORD_BYTES) };

const configOf = (compacted: boolean) =>
  compacted
    ? [
        LARGEST,
        { name: 'cleanup.policy', value: 'compact' },
        { name: 'max.compaction.lag.ms', value: String(FORTNIGHT_MS) },
      ]
    : [
        LARGEST,
        { name: 'cleanup.policy', value: 'delete' },
        { name: 'retention.ms', value: String(FORTNIGHT_MS) },
      ];

/** A broker may not know yet what was just made. The client's own waiting takes that for an error. */
const isComing = (error: unknown): boolean =>
  error instanceof Error &&
  'type' in error &&
  (error.type === 'UNKNOWN_TOPIC_OR_PARTITION' || error.type === 'LEADER_NOT_AVAILABLE');

/** Waits until somebody takes records of every one of these topics. */
async function untilLed(admin: Admin, topics: string[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const found = await admin.fetchTopicMetadata({ topics });
      if (found.topics.every(({ partitions }) => partitions.every(({ leader }) => leader >= 0))) return;
    } catch (error) {
      if (!isComing(error) || attempt >= MOST_LOOKS) throw error;
    }
    if (attempt >= MOST_LOOKS) throw new Error(`nobody leads ${topics.join(', ')}`);
    await delay(LOOK_MS);
  }
}

/** Creates the topics that are missing, each with the topic its refused records go to. */
export async function ensureTopics(
  client: KafkaClient,
  layouts: readonly TopicLayout[],
  replicationFactor = -1,
): Promise<void> {
  await withAdmin(client, async (admin) => {
    const present = new Set(await admin.listTopics());
    const wanted = layouts.flatMap(({ name, partitions, compacted }) => [
      { topic: name, numPartitions: partitions, replicationFactor, configEntries: configOf(compacted) },
      {
        topic: deadLetterTopic(name),
        numPartitions: 1,
        replicationFactor,
        configEntries: configOf(false),
      },
    ]);
    const missing = wanted.filter(({ topic }) => !present.has(topic));
    if (missing.length === 0) return;
    await admin.createTopics({ topics: missing, waitForLeaders: false });
    await untilLed(
      admin,
      missing.map(({ topic }) => topic),
    );
  });
}

async function offsets(admin: Admin, topics: readonly string[], edge: 'low' | 'high') {
  const found = await Promise.all(
    topics.map(async (topic): Promise<[string, bigint]> => {
      const [partition] = await admin.fetchTopicOffsets(topic);
      if (partition === undefined) throw new Error(`the topic ${topic} has no partition`);
      return [topic, BigInt(partition[edge])];
    }),
  );
  return new Map(found);
}

/** Where the next record of each one-partition topic will be written. */
export const endOffsets = (client: KafkaClient, topics: readonly string[]): Promise<Positions> =>
  withAdmin(client, (admin) => offsets(admin, topics, 'high'));

export const firstOffsets = (client: KafkaClient, topics: readonly string[]): Promise<Positions> =>
  withAdmin(client, (admin) => offsets(admin, topics, 'low'));

export interface ClusterState {
  /** Changes when the cluster's data were wiped. */
  clusterId: string;
  /** Null when a topic is not there. */
  ends: Positions | null;
}

/** The client wraps what the broker said in what it says of its own attempts. */
function isTopicGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('type' in error && error.type === 'UNKNOWN_TOPIC_OR_PARTITION') return true;
  return isTopicGone(error.cause);
}

export const clusterState = (client: KafkaClient, topics: readonly string[]): Promise<ClusterState> =>
  withAdmin(client, async (admin) => {
    const { clusterId } = await admin.describeCluster();
    try {
      return { clusterId, ends: await offsets(admin, topics, 'high') };
    } catch (error) {
      if (isTopicGone(error)) return { clusterId, ends: null };
      throw error;
    }
  });

import { setTimeout as delay } from 'node:timers/promises';
import type { Admin, ITopicConfig } from 'kafkajs';
import { deadLetterTopic, retryTopic, type TopicLayout } from '@vidhi/contracts/topics.ts';
import type { KafkaClient } from './kafka.ts';

/** Offset of the next record to read, by topic. Followed topics have one partition. */
export type Positions = ReadonlyMap<string, bigint>;

/** Runs a function with a connected admin client, then disconnects. */
export async function withAdmin<T>({ kafka }: KafkaClient, use: (admin: Admin) => Promise<T>): Promise<T> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    return await use(admin);
  } finally {
    await admin.disconnect();
  }
}

const LEADER_POLL_MS = 100;
const MAX_LEADER_POLLS = 100;
const FORTNIGHT_MS = 14 * 24 * 3_600_000;

/** Above Kafka's default of 1 MB, because an event carries a whole post. */
export const MAX_RECORD_BYTES = 8 * 1024 * 1024;
const MAX_MESSAGE_BYTES = { name: 'max.message.bytes', value: String(MAX_RECORD_BYTES) };

const configOf = (compacted: boolean) =>
  compacted
    ? [
        MAX_MESSAGE_BYTES,
        { name: 'cleanup.policy', value: 'compact' },
        { name: 'max.compaction.lag.ms', value: String(FORTNIGHT_MS) },
      ]
    : [
        MAX_MESSAGE_BYTES,
        { name: 'cleanup.policy', value: 'delete' },
        { name: 'retention.ms', value: String(FORTNIGHT_MS) },
      ];

const NOT_YET_AVAILABLE = new Set([
  'UNKNOWN_TOPIC_OR_PARTITION',
  'LEADER_NOT_AVAILABLE',
  // The metadata already name a leader that has not learnt of it.
  'NOT_LEADER_FOR_PARTITION',
]);

/**
 * Returns whether an error says that a topic is not available yet. kafkajs' `waitForLeaders` fails on it instead of
 * waiting.
 */
const isNotYetAvailable = (error: unknown): boolean =>
  error instanceof Error && 'type' in error && NOT_YET_AVAILABLE.has(String(error.type));

/** Waits until every partition of these topics has a leader that serves it; rejects after 10 s. */
async function waitForLeaders(admin: Admin, topics: string[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const found = await admin.fetchTopicMetadata({ topics });
      if (found.topics.every(({ partitions }) => partitions.every(({ leader }) => leader >= 0))) {
        for (const topic of topics) await admin.fetchTopicOffsets(topic);
        return;
      }
    } catch (error) {
      if (!isNotYetAvailable(error) || attempt >= MAX_LEADER_POLLS) throw error;
    }
    if (attempt >= MAX_LEADER_POLLS) throw new Error(`no leader for ${topics.join(', ')}`);
    await delay(LEADER_POLL_MS);
  }
}

/** Creates those of these topics that are missing, and waits for their leaders. */
async function createMissing(admin: Admin, expected: readonly ITopicConfig[]): Promise<void> {
  const present = new Set(await admin.listTopics());
  const missing = expected.filter(({ topic }) => !present.has(topic));
  if (missing.length === 0) return;
  await admin.createTopics({ topics: missing, waitForLeaders: false });
  await waitForLeaders(
    admin,
    missing.map(({ topic }) => topic),
  );
}

/** Creates the topic from which a group reads its dead letters again, unless it exists. */
export const ensureRetryTopic = (client: KafkaClient, groupId: string): Promise<void> =>
  withAdmin(client, (admin) =>
    createMissing(admin, [
      {
        topic: retryTopic(groupId),
        numPartitions: 1,
        replicationFactor: -1,
        configEntries: configOf(false),
      },
    ]),
  );

/**
 * Creates missing topics, each with its dead-letter topic, and waits for their leaders. Existing topics are not changed.
 * A `replicationFactor` of -1 is the broker's default.
 */
export async function ensureTopics(
  client: KafkaClient,
  layouts: readonly TopicLayout[],
  replicationFactor = -1,
): Promise<void> {
  const expected = layouts.flatMap(({ name, partitions, compacted }) => [
    { topic: name, numPartitions: partitions, replicationFactor, configEntries: configOf(compacted) },
    { topic: deadLetterTopic(name), numPartitions: 1, replicationFactor, configEntries: configOf(false) },
  ]);
  await withAdmin(client, (admin) => createMissing(admin, expected));
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

/** Resolves with the offset of the next record to be written to each one-partition topic. Rejects if one is missing. */
export const endOffsets = (client: KafkaClient, topics: readonly string[]): Promise<Positions> =>
  withAdmin(client, (admin) => offsets(admin, topics, 'high'));

/** Resolves with the offset of the first retained record of each one-partition topic. Rejects if one is missing. */
export const firstOffsets = (client: KafkaClient, topics: readonly string[]): Promise<Positions> =>
  withAdmin(client, (admin) => offsets(admin, topics, 'low'));

export interface ClusterState {
  /** Differs after the cluster's data were wiped. */
  clusterId: string;
  /** End offsets by topic, summed over its partitions; null if any of the topics is missing. */
  ends: Positions | null;
}

/** Looks through the causes too: kafkajs wraps the broker's error in its own retry error. */
function isMissingTopic(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('type' in error && error.type === 'UNKNOWN_TOPIC_OR_PARTITION') return true;
  return isMissingTopic(error.cause);
}

async function sumOfEnds(admin: Admin, topics: readonly string[]): Promise<Positions> {
  const found = await Promise.all(
    topics.map(async (topic): Promise<[string, bigint]> => {
      const partitions = await admin.fetchTopicOffsets(topic);
      return [topic, partitions.reduce((sum, { high }) => sum + BigInt(high), 0n)];
    }),
  );
  return new Map(found);
}

/** Reads the cluster id and the end offsets of topics. */
export const clusterState = (client: KafkaClient, topics: readonly string[]): Promise<ClusterState> =>
  withAdmin(client, async (admin) => {
    const { clusterId } = await admin.describeCluster();
    try {
      return { clusterId, ends: await sumOfEnds(admin, topics) };
    } catch (error) {
      if (isMissingTopic(error)) return { clusterId, ends: null };
      throw error;
    }
  });

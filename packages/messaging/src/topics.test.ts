import { describe, expect, it } from 'vitest';
import type { KafkaClient } from './kafka.ts';
import { ensureTopics } from './topics.ts';

/** Creates a fake broker without topics, whose first offset requests fail with the given errors. */
function aBroker(...errors: string[]) {
  const created: string[] = [];
  const admin = {
    connect: async () => undefined,
    disconnect: async () => undefined,
    listTopics: async () => [],
    createTopics: async ({ topics }: { topics: { topic: string }[] }) => {
      created.push(...topics.map(({ topic }) => topic));
      return true;
    },
    fetchTopicMetadata: async ({ topics }: { topics: string[] }) => ({
      topics: topics.map((name) => ({ name, partitions: [{ leader: 0 }] })),
    }),
    fetchTopicOffsets: async () => {
      const type = errors.shift();
      if (type !== undefined) throw Object.assign(new Error(type), { type });
      return [];
    },
  };
  const client = { kafka: { admin: () => admin } } as unknown as KafkaClient;
  return { client, created, errors };
}

const LAYOUTS = [{ name: 'news.posts', partitions: 1, compacted: false }];

describe('the creation of topics', () => {
  it('waits until their leaders know that they lead', async () => {
    const { client, created, errors } = aBroker('NOT_LEADER_FOR_PARTITION', 'LEADER_NOT_AVAILABLE');
    await ensureTopics(client, LAYOUTS);
    expect([created, errors]).toEqual([['news.posts', 'news.posts.dlq'], []]);
  });

  it('fails on any other error', async () => {
    const { client } = aBroker('TOPIC_AUTHORIZATION_FAILED');
    await expect(ensureTopics(client, LAYOUTS)).rejects.toThrow('TOPIC_AUTHORIZATION_FAILED');
  });
});

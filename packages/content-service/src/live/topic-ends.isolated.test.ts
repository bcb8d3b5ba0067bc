import { beforeEach, describe, expect, it, vi } from 'vitest';
import { connectKafka } from '@vidhi/messaging/kafka.ts';
import { createTopicEnds, type TopicEnds } from './topic-ends.ts';

const broker = vi.hoisted((): { ends: () => Promise<Map<string, bigint>> } => ({
  ends: async () => new Map(),
}));
vi.mock('@vidhi/messaging/topics.ts', () => ({ endOffsets: () => broker.ends() }));

describe('waiting for the ends of topics', () => {
  const open = new AbortController().signal;
  let ends: TopicEnds;
  beforeEach(() => {
    broker.ends = async () => new Map([['media', 5n]]);
    ends = createTopicEnds(connectKafka({ brokers: '127.0.0.1:1', clientId: 'test' }));
  });

  it('ends when all records at the call have been applied, not before', async () => {
    const order: string[] = [];
    ends.setApplied(new Map([['media', 3n]]));
    const reached = ends.untilReached(['media'], open).then(() => order.push('reached'));
    await new Promise(setImmediate);
    ends.setApplied(new Map([['media', 4n]]));
    await new Promise(setImmediate);
    order.push('applied');
    ends.setApplied(new Map([['media', 5n]]));
    await reached;
    expect(order).toEqual(['applied', 'reached']);
  });

  it('ends at once when all records have been applied', async () => {
    ends.setApplied(new Map([['media', 5n]]));
    await expect(ends.untilReached(['media'], open)).resolves.toBeUndefined();
  });

  it('ends at once when the broker is unavailable', async () => {
    broker.ends = async () => {
      throw new Error('unavailable');
    };
    await expect(ends.untilReached(['media'], open)).resolves.toBeUndefined();
  });

  it('ends after the timeout, and when the process stops', async () => {
    const client = connectKafka({ brokers: '127.0.0.1:1', clientId: 'test' });
    await expect(createTopicEnds(client, 1).untilReached(['media'], open)).resolves.toBeUndefined();
    broker.ends = () => new Promise(() => {});
    await expect(createTopicEnds(client, 1).untilReached(['media'], open)).resolves.toBeUndefined();
    await expect(ends.untilReached(['media'], AbortSignal.abort())).resolves.toBeUndefined();
  });
});

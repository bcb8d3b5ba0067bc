import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Redis } from 'ioredis';
import { freshQueuePrefix, testEngines } from '@vidhi/testing/engines.ts';
import { attemptCountersContract } from './attempt-counters-contract.ts';
import { connectRedis, redisCounters } from './redis-counters.ts';

let redis: Redis;
beforeAll(async () => {
  // Without the time limits of `connectRedis`, which a busy machine exceeds.
  redis = new Redis(testEngines().redisUrl);
});
afterAll(() => redis.disconnect());

describe('redisCounters', () => {
  attemptCountersContract(() => redisCounters(redis, `${freshQueuePrefix()}:`));

  it('leaves no key without expiry', async () => {
    const prefix = `${freshQueuePrefix()}:`;
    const counters = redisCounters(redis, prefix);
    await counters.hit('a', 60_000);
    await counters.release('a');
    await counters.release('never-seen');
    await counters.takePermit('t', 60_000);
    const keys = await redis.keys(`${prefix}attempts:*`);
    expect(keys).toHaveLength(2);
    for (const key of keys) expect(await redis.pttl(key)).toBeGreaterThan(0);
  });

  it('fails at once while Redis is down, so that a login does not wait for it', async () => {
    const unavailable = connectRedis('redis://127.0.0.1:1');
    unavailable.on('error', () => undefined);
    await expect(redisCounters(unavailable, 'x:').hit('a', 60_000)).rejects.toThrow(/writeable|closed|ended/);
    unavailable.disconnect();
  });
});

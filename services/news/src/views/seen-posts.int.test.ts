import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freshQueuePrefix, testEngines } from '@vidhi/testing/engines.ts';
import { startEngineProxy, type EngineProxy } from '@vidhi/testing/engine-proxy.ts';
import { redisSeenPosts, type SeenPosts } from './seen-posts.ts';

const SIGNAL = { timeout: 300_000, interval: 50 };

describe('views while Redis fails and recovers', () => {
  const prefix = freshQueuePrefix();
  let proxy: EngineProxy;
  let seen: SeenPosts;
  /** The state of another process, whose connection to Redis is never cut. */
  let elsewhere: SeenPosts;
  let visitors = 0;

  beforeAll(async () => {
    proxy = await startEngineProxy(testEngines().redisUrl);
    seen = redisSeenPosts(proxy.url, prefix, () => undefined);
    elsewhere = redisSeenPosts(testEngines().redisUrl, prefix, () => undefined);
  });
  afterEach(() => proxy.set('open'));
  afterAll(async () => {
    await seen.close();
    await elsewhere.close();
    await proxy.close();
  });

  /** Resolves with whether the other process sees a view that this one has just recorded. */
  async function isShared(): Promise<boolean> {
    visitors += 1;
    await seen.isFirst(`shared${visitors}`, 1);
    return !(await elsewhere.isFirst(`shared${visitors}`, 1));
  }

  it.each(['cut', 'hung'] as const)(
    'are counted once while it is %s, and shared again later',
    async (state) => {
      await expect.poll(isShared, SIGNAL).toBe(true);
      proxy.set(state);
      const results: boolean[] = [];
      for (const visitor of ['a', 'b', 'a']) results.push(await seen.isFirst(`${state}-${visitor}`, 7));
      expect(results).toEqual([true, true, false]);
      proxy.set('open');
      await expect.poll(isShared, SIGNAL).toBe(true);
    },
  );
});

import { describe, expect, it } from 'vitest';
import { createRegisterView, isView } from './register-view.ts';
import { createViewLimit } from './view-limit.ts';
import { memorySeenPosts, redisSeenPosts } from './seen-posts.ts';

describe('seen posts', () => {
  it('are recorded for a day', async () => {
    let now = 0;
    const seen = memorySeenPosts(() => now);
    expect([
      await seen.isFirst('a', 1),
      await seen.isFirst('a', 1),
      await seen.isFirst('a', 2),
      await seen.isFirst('b', 1),
    ]).toEqual([true, false, true, true]);
    now = 24 * 3_600_000;
    expect(await seen.isFirst('a', 1)).toBe(true);
  });

  it('are recorded in this process while Redis is down', async () => {
    const errors: Error[] = [];
    const seen = redisSeenPosts('redis://127.0.0.1:1', 'test', (error) => errors.push(error));
    expect([await seen.isFirst('a', 1), await seen.isFirst('a', 1)]).toEqual([true, false]);
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    await seen.close();
  });
});

const VISITOR = { key: 'a', address: '203.0.113.1' };
const VISITORS = { create: () => ({ setCookie: 'c', key: 'c' }) };

describe('the limit of views', () => {
  it('is reset every minute, and separate for each IP address and post', () => {
    let now = 0;
    const limit = createViewLimit(() => now);
    const taken = (address: string, postId: number) =>
      Array.from({ length: 50 }, () => limit.takeView(address, postId)).filter(Boolean).length;
    expect([taken('a', 1), taken('a', 1), taken('a', 2), taken('b', 1)]).toEqual([5, 0, 5, 5]);
    now = 60_000;
    expect(taken('a', 1)).toBe(5);
  });
});

describe('a view that could not be stored', () => {
  it('gets 503 and may be counted later', async () => {
    let unavailable = true;
    let stored = 0;
    const counter = {
      add: async () => {
        if (unavailable) throw new Error('Mongo is away');
        return (stored += 1);
      },
    };
    const register = createRegisterView({ seen: memorySeenPosts(), counter, limit: createViewLimit() });
    await expect(register(1, VISITOR, VISITORS)).rejects.toMatchObject({ status: 503 });
    unavailable = false;
    await register(1, VISITOR, VISITORS);
    await register(1, VISITOR, VISITORS);
    expect(stored).toBe(1);
  });
});

describe('a body', () => {
  it.each([
    [{ views_count: 1 }, true],
    [{ views_count: null }, true],
    [{}, false],
    [{ views_count: 1, title: 'x' }, false],
    [[], false],
    ['views_count', false],
    [null, false],
  ])('%j is a view: %j', (data, expected) => expect(isView(data)).toBe(expected));
});

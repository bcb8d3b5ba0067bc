import { Redis } from 'ioredis';
import type { RedisAccess } from '@vidhi/service-kit/engine-access.ts';
import { LRUCache } from 'lru-cache';

/** Records for a day which visitor has seen which post. */
export interface SeenPosts {
  /** Resolves with whether this is the first view within a day, and records it. */
  isFirst(visitor: string, postId: number): Promise<boolean>;
  /** Removes the record of a view that could not be counted. */
  forget(visitor: string, postId: number): Promise<void>;
  close(): Promise<void>;
}

const WINDOW_SECONDS = 24 * 3600;
const MEMORY_ENTRIES = 100_000;

const keyOf = (visitor: string, postId: number): string => `news:view:${postId}:${visitor}`;

/** In the memory of one process, with a limit of entries. */
export function memorySeenPosts(now: () => number = Date.now): SeenPosts {
  // By `maxSize`, as it would allocate `max` entries at once.
  const until = new LRUCache<string, number>({ maxSize: MEMORY_ENTRIES, sizeCalculation: () => 1 });
  return {
    async isFirst(visitor, postId) {
      const key = keyOf(visitor, postId);
      const known = until.get(key);
      if (known !== undefined && known > now()) return false;
      until.set(key, now() + WINDOW_SECONDS * 1000);
      return true;
    },
    async forget(visitor, postId) {
      until.delete(keyOf(visitor, postId));
    },
    async close() {
      until.clear();
    },
  };
}

/** In Redis for all processes, and in memory of this one, which is used when Redis is slow or down. */
export function redisSeenPosts(
  url: string,
  prefix: string,
  onError: (error: Error) => void,
  access: RedisAccess = {},
): SeenPosts {
  const memory = memorySeenPosts();
  const redis = new Redis(url, {
    ...access,
    keyPrefix: prefix,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 500,
    commandTimeout: 200,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  });
  redis.on('error', onError);

  async function inRedis<T>(command: () => Promise<T>, otherwise: () => Promise<T>): Promise<T> {
    if (redis.status !== 'ready') return otherwise();
    try {
      return await command();
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)));
      return otherwise();
    }
  }

  return {
    async isFirst(visitor, postId) {
      // Memory first, so that a late reply of Redis does not count a view twice.
      if (!(await memory.isFirst(visitor, postId))) return false;
      return inRedis(
        async () => (await redis.set(keyOf(visitor, postId), '1', 'EX', WINDOW_SECONDS, 'NX')) === 'OK',
        async () => true,
      );
    },
    async forget(visitor, postId) {
      await memory.forget(visitor, postId);
      await inRedis(
        async () => void (await redis.del(keyOf(visitor, postId))),
        async () => undefined,
      );
    },
    async close() {
      redis.disconnect();
    },
  };
}

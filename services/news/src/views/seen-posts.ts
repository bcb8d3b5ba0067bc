import { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';

/** Remembers for a day who has seen what. */
export interface SeenPosts {
  /** Answers whether this is the first time within a day, and notes it. */
  isFirst(visitor: string, postId: number): Promise<boolean>;
  /** Takes a note back whose view could not be counted. */
  forget(visitor: string, postId: number): Promise<void>;
  close(): Promise<void>;
}

const WINDOW_SECONDS = 24 * 3600;
const MEMORY_ENTRIES = 100_000;

const keyOf = (visitor: string, postId: number): string => `news:view:${postId}:${visitor}`;

/** Within one process, and only as many as fit. */
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

/** In Redis for all processes, and in memory for this one, which is what counts when Redis is slow or away. */
export function redisSeenPosts(url: string, prefix: string, onTrouble: (error: Error) => void): SeenPosts {
  const memory = memorySeenPosts();
  const redis = new Redis(url, {
    keyPrefix: prefix,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 500,
    commandTimeout: 200,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  });
  redis.on('error', onTrouble);

  async function inRedis<T>(ask: () => Promise<T>, otherwise: () => Promise<T>): Promise<T> {
    if (redis.status !== 'ready') return otherwise();
    try {
      return await ask();
    } catch (error) {
      onTrouble(error instanceof Error ? error : new Error(String(error)));
      return otherwise();
    }
  }

  return {
    async isFirst(visitor, postId) {
      // Memory first: an answer of Redis that comes too late must not make a second view of the first.
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

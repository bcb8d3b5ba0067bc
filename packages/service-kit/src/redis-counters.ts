import { Redis } from 'ioredis';
import type { AttemptCounters } from './attempt-counters.ts';
import type { RedisAccess } from './engine-access.ts';

/** Decrements only in an open window: a late release would create a key without expiry. */
const RELEASE = `if redis.call('exists', KEYS[1]) == 1 then return redis.call('decr', KEYS[1]) end return 0`;
const HIT = `local count = redis.call('incr', KEYS[1])
if count == 1 then redis.call('pexpire', KEYS[1], ARGV[1]) end
return { count, redis.call('pttl', KEYS[1]) }`;
const TAKE_PERMIT = `local taken = redis.call('set', KEYS[1], '1', 'PX', ARGV[1], 'NX')
return { taken and 1 or 0, redis.call('pttl', KEYS[1]) }`;

/** Fails fast while Redis is down, so that a login does not wait. */
export const connectRedis = (url: string, access: RedisAccess = {}): Redis =>
  new Redis(url, {
    ...access,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 500,
    commandTimeout: 200,
  });

function readPair(reply: unknown): [number, number] {
  if (!Array.isArray(reply)) throw new Error('unexpected reply of the counter');
  return [Number(reply[0]), Date.now() + Math.max(0, Number(reply[1]))];
}

/** Counters shared by all processes. Every call may fail while Redis is down. */
export function redisCounters(redis: Redis, servicePrefix: string): AttemptCounters {
  const prefix = `${servicePrefix}attempts:`;
  return {
    async hit(key, windowMs) {
      const [count, endsAt] = readPair(await redis.eval(HIT, 1, prefix + key, windowMs));
      return { count, endsAt };
    },
    async release(key) {
      await redis.eval(RELEASE, 1, prefix + key);
    },
    async takePermit(key, periodMs) {
      const [taken, nextAt] = readPair(await redis.eval(TAKE_PERMIT, 1, prefix + key, periodMs));
      return { taken: taken === 1, nextAt };
    },
    async forget(...keys) {
      if (keys.length > 0) await redis.del(...keys.map((key) => prefix + key));
    },
  };
}

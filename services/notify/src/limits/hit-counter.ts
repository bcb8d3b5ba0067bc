import { Redis } from 'ioredis';

/** Counts events in windows of time that begin with the first one. */
export interface HitCounter {
  hit(key: string, windowMs: number): Promise<{ count: number; endsAt: number }>;
}

const HIT = `local count = redis.call('incr', KEYS[1])
if count == 1 then redis.call('pexpire', KEYS[1], ARGV[1]) end
return { count, redis.call('pttl', KEYS[1]) }`;
const MAX_KEYS = 50_000;

/** Connects so that every command fails within a fifth of a second while Redis is down. */
export const connectRedis = (url: string): Redis =>
  new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 500,
    commandTimeout: 200,
  });

/** Shared by all processes of the service. Fails while Redis is down. */
export const redisHitCounter = (redis: Redis, prefix: string): HitCounter => ({
  async hit(key, windowMs) {
    const reply: unknown = await redis.eval(HIT, 1, `${prefix}hits:${key}`, windowMs);
    if (!Array.isArray(reply)) throw new Error('unexpected reply of the counter');
    return { count: Number(reply[0]), endsAt: Date.now() + Math.max(0, Number(reply[1])) };
  },
});

/** Of this process alone. `weight` counts each hit as this many, for processes that share a limit without Redis. */
export function inProcessHitCounter(weight = 1, now: () => number = Date.now): HitCounter {
  const windows = new Map<string, { count: number; endsAt: number }>();
  function makeRoom(): void {
    if (windows.size < MAX_KEYS) return;
    for (const [key, { endsAt }] of windows) if (endsAt <= now()) windows.delete(key);
    for (const key of windows.keys()) {
      if (windows.size < MAX_KEYS) return;
      windows.delete(key);
    }
  }
  return {
    async hit(key, windowMs) {
      let window = windows.get(key);
      if (window === undefined || window.endsAt <= now()) {
        makeRoom();
        window = { count: 0, endsAt: now() + windowMs };
        windows.set(key, window);
      }
      window.count += weight;
      return { ...window };
    },
  };
}

/** Uses `first`, and `second` whenever the first fails: a limit never ends because Redis is down. */
export const withFallback = (first: HitCounter, second: HitCounter): HitCounter => ({
  hit: (key, windowMs) => first.hit(key, windowMs).catch(() => second.hit(key, windowMs)),
});

import { countersWithFallback, inProcessCounters, type AttemptCounters } from './attempt-counters.ts';
import { redisAccess, type RedisSettings } from './engine-access.ts';
import type { Check } from './health.ts';
import { connectRedis, redisCounters } from './redis-counters.ts';
import type { ServiceContext } from './run-service.ts';

/** Opens counters that the replicas of a service share in Redis. While it is unavailable each counts for itself. */
export function openCounters(
  { closers, log }: Pick<ServiceContext, 'closers' | 'log'>,
  config: RedisSettings & { readonly REDIS_PREFIX: string; readonly REPLICAS: number },
): { counters: AttemptCounters; check(): Check } {
  const { redis } = closers.open('redis', () => {
    const redis = connectRedis(config.REDIS_URL, redisAccess(config));
    // Each call reports by itself that Redis is unavailable; an event without a listener would end the process.
    redis.on('error', () => undefined);
    return { redis, close: () => redis.disconnect() };
  });
  return {
    counters: countersWithFallback(
      redisCounters(redis, config.REDIS_PREFIX),
      inProcessCounters(config.REPLICAS),
      (error) => log.debug({ err: error }, 'counting without redis'),
    ),
    check: () => ({ ok: redis.status === 'ready', isAdvisory: true }),
  };
}

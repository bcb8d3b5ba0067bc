import type { Check } from '@vidhi/service-kit/health.ts';
import type { InstanceSet } from '@vidhi/upstreams/instance-set.ts';
import type { Upstreams } from './upstreams.ts';

/** Returns the health of each instance, in the order of the configuration; without their URLs. */
const checkOf = ({ instances }: InstanceSet): Check => ({
  ok: instances.some(({ health }) => health === 'ready'),
  detail: instances.map(({ health }) => health).join(', '),
  isAdvisory: true,
});

/**
 * Returns the checks of `/readyz`: each service with its instances, and `reads`, which alone decides readiness.
 * The gateway can serve reads while a news reader is ready, and from its cache after that.
 */
export function upstreamChecks(
  { newsReaders, services }: Upstreams,
  hasCachedReads: boolean,
): Record<string, Check> {
  const readers = checkOf(newsReaders);
  const { news, ...others } = services;
  return {
    reads: {
      ok: readers.ok || hasCachedReads,
      detail: readers.ok ? 'from news readers' : hasCachedReads ? 'from the cache only' : 'none',
    },
    newsReaders: readers,
    newsWriter: checkOf(news),
    ...Object.fromEntries(Object.entries(others).map(([name, set]) => [name, checkOf(set)])),
  };
}

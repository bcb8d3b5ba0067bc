import type { WireError } from '@vidhi/contracts/errors.ts';
import type { UpstreamResponse } from '@vidhi/upstreams/fetch-response.ts';
import { fetchWithFailover, type AttemptObserver } from '@vidhi/upstreams/fetch-with-failover.ts';
import type { InstanceSet } from '@vidhi/upstreams/instance-set.ts';
import { isReadTimeout, RepeatedFailureError } from '@vidhi/upstreams/upstream-error.ts';
import type { Freshness } from '../cache/freshness.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import type { CacheEntry } from '../cache/cache-entry.ts';
import type { StaleIfError } from '../cache/stale-if-error.ts';
import { joinResponses } from '../joined/join-responses.ts';
import type { Route } from '../routing/routes.ts';
import { toUpstreamFailure } from '../upstreams/upstream-failure.ts';
import type { HeaderRules } from './response-headers.ts';
import type { GatewayCounts } from './gateway-counts.ts';
import { addVariant, copyBody, toSendableResponse } from './sendable-response.ts';
import { createTimedOutReads } from './timed-out-reads.ts';

/** Time for which a read waits for a service whose processes are all being restarted. */
const MAX_RESTART_WAIT_MS = 2_000;

export type FetchResult = { entry: CacheEntry; shareable: boolean; isStale: boolean } | { error: WireError };

export interface FetchSharedOptions {
  cache: ResponseCache;
  freshness: Freshness;
  counts: GatewayCounts;
  headerRules: HeaderRules;
  limitBytes: number;
  /** Time-out of all attempts of one read together. */
  timeoutMs: number;
  staleIfError: StaleIfError;
}

/** Target of a fetch, and the key under which the response is cached. */
export interface CacheTarget {
  key: string;
  /** Path and query of the upstream request. */
  path: string;
  route: Route;
  rule: NonNullable<Route['cache']>;
}

interface SharedRequest extends CacheTarget {
  instances: InstanceSet;
  /** Instances of the second service of a joined response. */
  joinedInstances?: InstanceSet;
  headers: Record<string, string>;
}

/**
 * Fetches from an upstream once for all waiting requests and caches the response when it is cacheable. Falls back to a
 * stale cache entry where the upstream fails (stale-if-error). Never rejects.
 */
export type FetchShared = (request: SharedRequest) => Promise<FetchResult>;

export function createFetchShared(options: FetchSharedOptions): FetchShared {
  const { cache, freshness, counts, headerRules, limitBytes, timeoutMs, staleIfError } = options;
  const timedOut = createTimedOutReads();

  const observerOf = (service: string): AttemptObserver => ({
    onSettled: (_instance, milliseconds) => counts.observeUpstream(service, milliseconds / 1_000),
    onFailure: () => counts.upstreamFailed(service),
    onRetry: () => (counts.retries += 1),
  });

  const fetchFrom = (
    instances: InstanceSet,
    service: string,
    { key, path, headers }: SharedRequest,
  ): Promise<UpstreamResponse> =>
    fetchWithFailover(
      instances,
      { path: path, headers: headers, limitBytes },
      // A client that can get a stale response does not wait.
      {
        timeoutMs,
        maxWaitMs: staleIfError(key) === null ? MAX_RESTART_WAIT_MS : 0,
        observer: observerOf(service),
      },
    );

  function fetchAll(request: SharedRequest): Promise<UpstreamResponse> {
    const { route, instances, joinedInstances } = request;
    const own = fetchFrom(instances, route.service, request);
    if (route.joined === undefined || joinedInstances === undefined) return own;
    return joinResponses([own, fetchFrom(joinedInstances, route.joined.service, request)], route.joined.join);
  }

  /** Reuses the compressed bodies of the previous entry when the content has not changed. */
  function reuseCompressedVariants(entry: CacheEntry): void {
    const before = cache.get(entry.key);
    if (before === undefined || entry.tag === null || before.tag !== entry.tag) return;
    for (const encoding of ['br', 'gzip'] as const) {
      const body = before.variants[encoding]?.pieces[0];
      if (body !== undefined) addVariant(entry, body, encoding);
    }
  }

  const staleResult = (key: string): FetchResult | null => {
    const entry = staleIfError(key);
    return entry === null ? null : { entry, shareable: true, isStale: true };
  };

  return async (request) => {
    const { key, route, rule } = request;
    const recent = timedOut.recentFailure(key);
    if (recent !== null) return staleResult(key) ?? { error: recent };
    const epochAtRequest = freshness.epoch;
    const startedAt = Date.now();
    try {
      const upstreamResponse = await fetchAll(request);
      const context = { key, kind: route.responseKind, rule, epochAtRequest, headerRules };
      const { entry, cacheable, shareable } = toSendableResponse(
        upstreamResponse,
        context,
        freshness,
        startedAt,
      );
      if (upstreamResponse.status >= 500) {
        const stale = staleResult(key);
        if (stale !== null) return stale;
      }
      if (cacheable && cache.admits(key, upstreamResponse.bytes)) {
        copyBody(entry);
        reuseCompressedVariants(entry);
        cache.set(entry);
      } else if (!cacheable && shareable && entry.status === 200) counts.rejectedAsOutdated += 1;
      return { entry, shareable, isStale: false };
    } catch (error) {
      const failure = toUpstreamFailure(error);
      if (isReadTimeout(error) || error instanceof RepeatedFailureError) timedOut.add(key, failure);
      return staleResult(key) ?? { error: failure };
    }
  };
}

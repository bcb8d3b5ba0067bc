import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ResponseCache } from '../cache/response-cache.ts';
import { reusabilityOf, type CacheEntry, type Encoding } from '../cache/cache-entry.ts';
import { canCompressNow, compressBody } from '../cache/compress-body.ts';
import type { Freshness } from '../cache/freshness.ts';
import { STALE_AFTER_MS, type StaleIfError } from '../cache/stale-if-error.ts';
import { cachePath } from '../routing/cache-key.ts';
import { parseRequestTarget } from '../routing/request-target.ts';
import type { Identities } from '../identity/identities.ts';
import { tooManyAtOnce, type ClientLimits } from '../clients/client-limits.ts';
import type { RouteIndex } from '../routing/route-index.ts';
import type { Route } from '../routing/routes.ts';
import type { InstanceSet } from '@vidhi/upstreams/instance-set.ts';
import { noInstanceAvailable } from '../upstreams/upstream-failure.ts';
import { nameRequestSpan } from '@vidhi/service-kit/tracing/spans.ts';
import { acceptedEncoding } from './negotiation.ts';
import type { ResponseWriter } from './response-writer.ts';
import type { FetchShared, FetchResult, CacheTarget } from './fetch-shared.ts';
import type { GatewayCounts } from './gateway-counts.ts';
import { addVariant } from './sendable-response.ts';

export interface AnonymousReadsOptions {
  routes: RouteIndex;
  identities: Identities;
  /** The instances that serve anonymous reads of a route. */
  readersOf: (route: Route) => InstanceSet;
  /** Paths that the gateway serves itself. */
  isGatewayPath: (decodedPath: string) => boolean;
  cache: ResponseCache;
  freshness: Freshness;
  fetchShared: FetchShared;
  staleIfError: StaleIfError;
  writer: ResponseWriter;
  counts: GatewayCounts;
  clientLimits: ClientLimits;
  /** Sent with each upstream request whose response is shared. */
  anonymousRequestHeaders: Readonly<Record<string, string>>;
  nextRequestId: () => string;
  isUnderPressure: () => boolean;
}

const MIN_FAILURE_STATUS = 500;

interface PendingFetch {
  result: Promise<FetchResult>;
  /** Epoch of the data when the fetch started. */
  epoch: number;
}

/** Serves a request, or returns false and leaves it untouched for the proxy. */
export type ServeRead = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * The hot path: reads without a valid token, whose responses are the same for every client. Served from the cache,
 * else fetched once for all waiting requests. No client header reaches the service.
 */
export function createAnonymousReads(options: AnonymousReadsOptions): ServeRead {
  const {
    routes,
    identities,
    readersOf,
    isGatewayPath,
    cache,
    freshness,
    fetchShared,
    staleIfError,
    writer,
    counts,
  } = options;
  const { outcomes } = counts;
  const pendingFetches = new Map<string, PendingFetch>();

  /** Null for a route that is not cacheable: the proxy serves it. */
  function cacheTargetOf(url: string, encoding: Encoding): CacheTarget | null {
    const target = parseRequestTarget(url);
    if (typeof target === 'string' || isGatewayPath(target.decodedPath)) return null;
    const route = routes.find(target.decodedPath);
    if (route?.cache === undefined) return null;
    const path = cachePath(target, route.responseKind);
    // Assets are compressed by their service: one cache entry per encoding.
    const key = route.responseKind === 'asset' ? `${encoding} ${path}` : path;
    return { key, path, route, rule: route.cache };
  }

  function startFetch(target: CacheTarget, encoding: Encoding): PendingFetch {
    const headers: Record<string, string> = {
      ...options.anonymousRequestHeaders,
      'x-request-id': options.nextRequestId(),
    };
    if (target.route.responseKind === 'asset') headers['accept-encoding'] = encoding;
    const { joined } = target.route;
    const result = fetchShared({
      ...target,
      headers,
      instances: readersOf(target.route),
      ...(joined === undefined
        ? {}
        : { joinedInstances: readersOf({ ...target.route, service: joined.service }) }),
    });
    const pendingFetch: PendingFetch = { result, epoch: freshness.epoch };
    pendingFetches.set(target.key, pendingFetch);
    void result.then(() => {
      if (pendingFetches.get(target.key) === pendingFetch) pendingFetches.delete(target.key);
    });
    return pendingFetch;
  }

  function revalidate(entry: CacheEntry, url: string, encoding: Encoding): void {
    if (entry.refreshing || options.isUnderPressure()) return;
    const target = cacheTargetOf(url, encoding);
    if (target === null) return;
    entry.refreshing = true;
    void startFetch(target, encoding).result.then(() => (entry.refreshing = false));
  }

  async function compress(entry: CacheEntry, encoding: 'br' | 'gzip'): Promise<void> {
    entry.compressing = true;
    try {
      addVariant(entry, await compressBody(entry.variants.identity.pieces, encoding), encoding);
      if (cache.get(entry.key) === entry) cache.recount(entry.key);
    } finally {
      entry.compressing = false;
    }
  }

  /** Starts to compress the body if this encoding is missing and a thread is free. */
  function compressed(entry: CacheEntry, encoding: Encoding): Promise<void> | null {
    if (encoding === 'identity' || !entry.compressible || entry.compressing) return null;
    if (entry.variants[encoding] !== undefined || !canCompressNow()) return null;
    return compress(entry, encoding).catch(() => undefined);
  }

  function send(
    request: IncomingMessage,
    response: ServerResponse,
    entry: CacheEntry,
    encoding: Encoding,
  ): void {
    if (writer.send(request, response, entry, encoding)) counts.unchanged += 1;
  }

  /**
   * Resolves with the result of a fetch, or a stale entry when it takes too long; the fetch continues and updates the
   * cache.
   */
  async function resultOf<Result extends FetchResult | null>(
    result: Promise<Result>,
    key: string,
  ): Promise<Result | FetchResult> {
    const stale = staleIfError(key);
    if (stale === null) return result;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<FetchResult>((resolve) => {
      timer = setTimeout(() => resolve({ entry: stale, shareable: true, isStale: true }), STALE_AFTER_MS);
    });
    try {
      return await Promise.race([result, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  function sendStale(
    request: IncomingMessage,
    response: ServerResponse,
    entry: CacheEntry,
    encoding: Encoding,
  ): void {
    outcomes.staleIfError += 1;
    if (writer.sendStale(request, response, entry, encoding)) counts.unchanged += 1;
  }

  /**
   * Fetches once few others of this client are with the service, or joins the fetch that another client has started
   * meanwhile. Resolves null when the client has gone.
   */
  async function fetchWithPermit(
    request: IncomingMessage,
    response: ServerResponse,
    target: CacheTarget,
    encoding: Encoding,
    mayJoin: boolean,
  ): Promise<FetchResult | null> {
    const { clientLimits } = options;
    const releasePermit = await clientLimits.takePermit(request, response, target.route.service);
    if (releasePermit === null) return null;
    const other = pendingFetches.get(target.key);
    if (mayJoin && other !== undefined && other.epoch === freshness.epoch) {
      releasePermit();
      const joined = await other.result;
      if ('error' in joined || joined.shareable) return joined;
      return fetchWithPermit(request, response, target, encoding, false);
    }
    const { result } = startFetch(target, encoding);
    void result.finally(releasePermit);
    return result;
  }

  async function fetchAndSend(
    request: IncomingMessage,
    response: ServerResponse,
    target: CacheTarget,
    encoding: Encoding,
  ): Promise<void> {
    const current = pendingFetches.get(target.key);
    // A fetch that started before the last event may return data from before it.
    const isShared = current !== undefined && current.epoch === freshness.epoch;
    // A request that waits for a pending fetch costs the service nothing.
    if (!isShared && !options.clientLimits.admitRequest(request, response)) {
      outcomes.limited += 1;
      writer.sendError(request, response, tooManyAtOnce(), target.route.responseKind);
      return;
    }
    const fetchOwn = (mayJoin: boolean) => fetchWithPermit(request, response, target, encoding, mayJoin);
    let result = await resultOf<FetchResult | null>(isShared ? current.result : fetchOwn(true), target.key);
    if (isShared && result !== null && 'entry' in result && !result.shareable) {
      outcomes.unshared += 1;
      result = await resultOf(fetchOwn(false), target.key);
    }
    if (result === null || response.destroyed) return;
    if ('error' in result) {
      outcomes.failed += 1;
      writer.sendError(request, response, result.error, target.route.responseKind);
      return;
    }
    const { entry } = result;
    if (result.isStale) {
      sendStale(request, response, entry, encoding);
      return;
    }
    const isFailure = entry.status >= MIN_FAILURE_STATUS;
    outcomes[isFailure ? 'failed' : isShared ? 'shared' : 'miss'] += 1;
    const { url = '' } = request;
    if (url !== target.key && cache.get(target.key) === entry && target.route.responseKind !== 'asset')
      cache.addAlias(target.key, url);
    const compression = compressed(entry, encoding);
    if (compression !== null) await compression;
    if (!response.destroyed) send(request, response, entry, encoding);
  }

  function reuse(
    request: IncomingMessage,
    response: ServerResponse,
    entry: CacheEntry,
    encoding: Encoding,
  ): boolean {
    const reusable = reusabilityOf(entry, freshness, Date.now());
    if (reusable === 'expired') return false;
    if (reusable === 'stale') {
      outcomes.stale += 1;
      revalidate(entry, request.url ?? '/', encoding);
    } else outcomes.hit += 1;
    void compressed(entry, encoding);
    send(request, response, entry, encoding);
    return true;
  }

  return (request, response) => {
    const { method, url = '', headers } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    const encoding = acceptedEncoding(headers['accept-encoding']);
    // Joined responses are made here alone, for clients with a token too.
    const identity = identities.of(request);
    if (identity === 'software') return false;
    if (typeof identity === 'object' && cacheTargetOf(url, encoding)?.route.joined === undefined)
      return false;
    const aliased = cache.get(url);
    if (aliased !== undefined && reuse(request, response, aliased, encoding)) return true;
    const target = cacheTargetOf(url, encoding);
    if (target === null) return false;
    const cached = target.key === url ? undefined : cache.get(target.key);
    if (cached !== undefined && reuse(request, response, cached, encoding)) {
      if (target.route.responseKind !== 'asset') cache.addAlias(target.key, url);
      return true;
    }
    if (options.isUnderPressure()) {
      const stale = staleIfError(target.key);
      if (stale !== null) {
        sendStale(request, response, stale, encoding);
        return true;
      }
      outcomes.shed += 1;
      writer.sendError(request, response, noInstanceAvailable(), target.route.responseKind);
      return true;
    }
    nameRequestSpan(request, target.route.name);
    fetchAndSend(request, response, target, encoding).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    );
    return true;
  };
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ResponseCache } from '../cache/response-cache.ts';
import { reusabilityOf, type CacheEntry, type Encoding } from '../cache/cache-entry.ts';
import { canCompressNow, compressBody } from '../cache/compress-body.ts';
import type { Freshness } from '../cache/freshness.ts';
import { cacheAddress } from '../routing/cache-key.ts';
import { parseRequestTarget } from '../routing/request-target.ts';
import type { RouteIndex } from '../routing/route-index.ts';
import type { Route } from '../routing/routes.ts';
import type { InstanceSet } from '../upstreams/instance-set.ts';
import { noInstanceAvailable } from '../upstreams/upstream-failure.ts';
import { acceptedEncoding } from './accepted-encoding.ts';
import type { ResponseWriter } from './response-writer.ts';
import type { FetchShared, FetchResult, CacheTarget } from './fetch-shared.ts';
import type { GatewayCounts } from './gateway-counts.ts';
import { addVariant } from './sendable-response.ts';

export interface AnonymousReadsOptions {
  routes: RouteIndex;
  /** Who answers visitors' reads of a route. */
  readersOf: (route: Route) => InstanceSet;
  /** Addresses that the gateway answers itself. */
  isOwn: (decodedPath: string) => boolean;
  cache: ResponseCache;
  freshness: Freshness;
  fetchShared: FetchShared;
  writer: ResponseWriter;
  counts: GatewayCounts;
  /** Sent with each request whose answer is shared. */
  anonymousRequestHeaders: Readonly<Record<string, string>>;
  nextRequestId: () => string;
  isUnderPressure: () => boolean;
}

interface Flight {
  landing: Promise<FetchResult>;
  /** Of the moment it departed. */
  epoch: number;
}

/** Answers a request, or returns false and leaves it untouched for the proxy. */
export type ServeRead = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * The path of most requests: reads without a token, whose answers everybody gets alike. Sent from the
 * cache, else asked for once however many wait. Nothing of the client reaches the service.
 */
export function createAnonymousReads(options: AnonymousReadsOptions): ServeRead {
  const { routes, readersOf, isOwn, cache, freshness, fetchShared, writer, counts } = options;
  const { outcomes } = counts;
  const flights = new Map<string, Flight>();

  /** Null for what is not shared: the proxy's. */
  function placeOf(url: string, encoding: Encoding): CacheTarget | null {
    const target = parseRequestTarget(url);
    if (typeof target === 'string' || isOwn(target.decodedPath)) return null;
    const route = routes.find(target.decodedPath);
    if (route?.cache === undefined) return null;
    const address = cacheAddress(target, route.answers);
    // Assets come encoded from their service.
    const key = route.answers === 'asset' ? `${encoding} ${address}` : address;
    return { key, address, route, rule: route.cache };
  }

  function depart(place: CacheTarget, encoding: Encoding): Flight {
    const head: Record<string, string> = {
      ...options.anonymousRequestHeaders,
      'x-request-id': options.nextRequestId(),
    };
    if (place.route.answers === 'asset') head['accept-encoding'] = encoding;
    const { joined } = place.route;
    const landing = fetchShared({
      ...place,
      head,
      instances: readersOf(place.route),
      ...(joined === undefined ? {} : { others: readersOf({ ...place.route, service: joined.service }) }),
    });
    const flight: Flight = { landing, epoch: freshness.epoch };
    flights.set(place.key, flight);
    void landing.then(() => {
      if (flights.get(place.key) === flight) flights.delete(place.key);
    });
    return flight;
  }

  function renew(answer: CacheEntry, url: string, encoding: Encoding): void {
    if (answer.refreshing || options.isUnderPressure()) return;
    const place = placeOf(url, encoding);
    if (place === null) return;
    answer.refreshing = true;
    void depart(place, encoding).landing.then(() => (answer.refreshing = false));
  }

  async function compress(answer: CacheEntry, encoding: 'br' | 'gzip'): Promise<void> {
    answer.compressing = true;
    try {
      addVariant(answer, await compressBody(answer.variants.identity.pieces, encoding), encoding);
      if (cache.get(answer.key) === answer) cache.recount(answer.key);
    } finally {
      answer.compressing = false;
    }
  }

  /** Starts a compression that this answer lacks, if there is a thread for it. */
  function compressed(answer: CacheEntry, encoding: Encoding): Promise<void> | null {
    if (encoding === 'identity' || !answer.compressible || answer.compressing) return null;
    if (answer.variants[encoding] !== undefined || !canCompressNow()) return null;
    return compress(answer, encoding).catch(() => undefined);
  }

  function send(
    request: IncomingMessage,
    response: ServerResponse,
    answer: CacheEntry,
    encoding: Encoding,
  ): void {
    if (writer.send(request, response, answer, encoding)) counts.unchanged += 1;
  }

  async function fetchAndSend(
    request: IncomingMessage,
    response: ServerResponse,
    place: CacheTarget,
    encoding: Encoding,
  ): Promise<void> {
    const inAir = flights.get(place.key);
    // One that departed before the last event may bring data from before it.
    const joins = inAir !== undefined && inAir.epoch === freshness.epoch;
    let landing = await (joins ? inAir : depart(place, encoding)).landing;
    if (joins && 'answer' in landing && !landing.shareable) {
      outcomes.unshared += 1;
      landing = await depart(place, encoding).landing;
    }
    if (response.destroyed) return;
    if ('refusal' in landing) {
      outcomes.failed += 1;
      writer.refuse(request, response, landing.refusal);
      return;
    }
    outcomes[landing.rescued ? 'rescued' : joins ? 'shared' : 'miss'] += 1;
    const { answer } = landing;
    const { url = '' } = request;
    if (url !== place.key && cache.get(place.key) === answer && place.route.answers !== 'asset')
      cache.addSpelling(place.key, url);
    const pending = compressed(answer, encoding);
    if (pending !== null) await pending;
    if (!response.destroyed) send(request, response, answer, encoding);
  }

  function reuse(
    request: IncomingMessage,
    response: ServerResponse,
    answer: CacheEntry,
    encoding: Encoding,
  ): boolean {
    const reusable = reusabilityOf(answer, freshness, Date.now());
    if (reusable === 'dead') return false;
    if (reusable === 'stale') {
      outcomes.stale += 1;
      renew(answer, request.url ?? '/', encoding);
    } else outcomes.hit += 1;
    void compressed(answer, encoding);
    send(request, response, answer, encoding);
    return true;
  }

  return (request, response) => {
    const { method, url = '', headers } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    const encoding = acceptedEncoding(headers['accept-encoding']);
    // Of two services' parts only this path makes one answer, whoever asks.
    if (headers.authorization !== undefined && placeOf(url, encoding)?.route.joined === undefined)
      return false;
    const spelled = cache.get(url);
    if (spelled !== undefined && reuse(request, response, spelled, encoding)) return true;
    const place = placeOf(url, encoding);
    if (place === null) return false;
    const kept = place.key === url ? undefined : cache.get(place.key);
    if (kept !== undefined && reuse(request, response, kept, encoding)) {
      if (place.route.answers !== 'asset') cache.addSpelling(place.key, url);
      return true;
    }
    if (options.isUnderPressure()) {
      outcomes.shed += 1;
      writer.refuse(request, response, noInstanceAvailable());
      return true;
    }
    fetchAndSend(request, response, place, encoding).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    );
    return true;
  };
}

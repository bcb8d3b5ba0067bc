import type { ResponseKind, CacheRule } from '../routing/routes.ts';
import { isText, MIN_COMPRESSED_BYTES } from '../cache/compress-body.ts';
import { parsePosition, type Freshness } from '../cache/freshness.ts';
import { etagOf, tagOf, type CacheEntry, type Encoding, type Variant } from '../cache/cache-entry.ts';
import type { UpstreamResponse } from '@vidhi/upstreams/fetch-response.ts';
import {
  completeHeaders,
  flattenHeaders,
  forwardedHeaders,
  sharedCacheControl,
  type ResponseHeaders,
  type HeaderRules,
} from './response-headers.ts';

/** Data position of the response: the Kafka offset per topic that its data has seen. */
const POSITION_HEADER = 'x-data-position';
/** Seconds for which the service has received no events. */
const AGE_HEADER = 'x-data-age';

const CACHEABLE_STATUSES = new Set([200, 301, 308, 404]);
/** 404 responses are cached for a shorter time. */
const MAX_NOT_FOUND_FRESH_MS = 1_000;
const FORBIDS_STORING = /\b(private|no-store)\b/i;
const PRIVATE = /\bprivate\b/i;
const OMITTED_FROM_NOT_MODIFIED = new Set([
  'content-type',
  'content-encoding',
  'content-length',
  'content-language',
]);

export interface ResponseContext {
  key: string;
  kind: ResponseKind;
  rule: CacheRule;
  epochAtRequest: number;
  headerRules: HeaderRules;
}

export interface SendableResponse {
  entry: CacheEntry;
  /** Whether the response may be stored: its data has seen every known event, and nothing in it belongs to one client. */
  cacheable: boolean;
  /**
   * Whether the response may be sent to every request that waits for it: cacheable, or a 503 without cookies that is not
   * private.
   */
  shareable: boolean;
}

function variantOf(
  headers: ResponseHeaders,
  pieces: readonly Buffer[],
  bytes: number,
  tag: string | null,
  encoding: Encoding,
): Variant {
  const variantHeaders: ResponseHeaders = { ...headers };
  if (tag !== null) variantHeaders['etag'] = etagOf(tag, encoding);
  if (encoding !== 'identity') variantHeaders['content-encoding'] = encoding;
  const notModified = Object.fromEntries(
    Object.entries(variantHeaders).filter(([name]) => !OMITTED_FROM_NOT_MODIFIED.has(name)),
  );
  variantHeaders['content-length'] = bytes;
  return { pieces, headers: flattenHeaders(variantHeaders), notModifiedHeaders: flattenHeaders(notModified) };
}

/** Copies the body before it is cached: its chunks are views of socket buffers, which they would keep alive. */
export function copyBody({ variants: { identity } }: CacheEntry): void {
  identity.pieces = [Buffer.concat(identity.pieces)];
}

/** Adds a compressed body to an entry; its headers differ from those of the plain one in encoding, length and ETag. */
export function addVariant(entry: CacheEntry, body: Buffer, encoding: 'br' | 'gzip'): void {
  const plain = entry.variants.identity.headers;
  const headers: ResponseHeaders = {};
  for (let at = 0; at < plain.length; at += 2) headers[String(plain[at])] = plain[at + 1];
  entry.variants[encoding] = variantOf(headers, [body], body.length, entry.tag, encoding);
}

function secondsIn(header: string | string[] | undefined): number {
  const seconds = Number(header);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
}

/** Makes a cache entry of an upstream response, and decides whether it may be shared and stored. */
export function toSendableResponse(
  { status, headers, chunks, bytes }: UpstreamResponse,
  { key, kind, rule, epochAtRequest, headerRules }: ResponseContext,
  freshness: Freshness,
  now: number,
): SendableResponse {
  const cacheControl = String(headers['cache-control'] ?? '');
  const setsCookie = headers['set-cookie'] !== undefined;
  const isPersonal = setsCookie || FORBIDS_STORING.test(cacheControl);
  const isSharedFailure = status === 503 && !setsCookie && !PRIVATE.test(cacheControl);
  const isReusable = !isPersonal && CACHEABLE_STATUSES.has(status);
  const clientHeaders = forwardedHeaders(headers);
  // The upstream request had no client cookies, and reads of cached routes forward none.
  delete clientHeaders['set-cookie'];
  const encoded = headers['content-encoding'] !== undefined;
  const tag = status === 200 && isReusable && !encoded ? tagOf(chunks) : null;
  if (tag === null && !isReusable) delete clientHeaders['etag'];
  clientHeaders['cache-control'] = isReusable
    ? sharedCacheControl(kind, clientHeaders['cache-control'], status)
    : (clientHeaders['cache-control'] ?? 'no-store');
  completeHeaders(clientHeaders, kind, headerRules);
  const position = parsePosition(headers[POSITION_HEADER]);
  const entry: CacheEntry = {
    key,
    rule:
      status === 404
        ? { ...rule, freshMs: Math.min(rule.freshMs, MAX_NOT_FOUND_FRESH_MS), staleMs: 0 }
        : rule,
    status,
    tag,
    compressible: !encoded && bytes >= MIN_COMPRESSED_BYTES && isText(headers['content-type']),
    variants: { identity: variantOf(clientHeaders, chunks, bytes, tag, 'identity') },
    position,
    epochAtRequest,
    dataAgeSeconds: secondsIn(headers[AGE_HEADER]),
    storedAt: now,
    checkedEpoch: freshness.epoch,
    refreshing: false,
    compressing: false,
  };
  return {
    entry,
    shareable: !isPersonal || isSharedFailure,
    cacheable: isReusable && freshness.hasSeenAll(rule.topics, position, epochAtRequest),
  };
}

import type { ResponseKind, CacheRule } from '../routing/routes.ts';
import { isText, WORTH_COMPRESSING_BYTES } from '../cache/compress-body.ts';
import { parsePosition, type Freshness } from '../cache/freshness.ts';
import { etagOf, tagOf, type CacheEntry, type Encoding, type Variant } from '../cache/cache-entry.ts';
import type { UpstreamAnswer } from '../upstreams/upstream-fetch.ts';
import {
  completeHeaders,
  flattenHeaders,
  forwardedHeaders,
  sharedCacheControl,
  type ResponseHeaders,
  type HeaderRules,
} from './response-headers.ts';

/** Says how far the data of an answer has come. */
const POSITION_HEADER = 'x-data-position';

const REUSABLE_STATUSES = new Set([200, 301, 308, 404]);
/** Absence is believed for less long than presence. */
const LONGEST_ABSENCE_MS = 1_000;
const REFUSES_SHARING = /\b(private|no-store)\b/i;
const UNCHANGED_OMITS = new Set(['content-type', 'content-encoding', 'content-length', 'content-language']);

export interface ResponseContext {
  key: string;
  kind: ResponseKind;
  rule: CacheRule;
  epochAtRequest: number;
  headerRules: HeaderRules;
}

export interface SendableResponse {
  answer: CacheEntry;
  /** Its data had seen every known event, and nothing in it is for one client alone. */
  storable: boolean;
  /** It may go to everybody who asked for it at the same time. */
  shareable: boolean;
}

function variantOf(
  head: ResponseHeaders,
  pieces: readonly Buffer[],
  bytes: number,
  tag: string | null,
  encoding: Encoding,
): Variant {
  const own: ResponseHeaders = { ...head };
  if (tag !== null) own['etag'] = etagOf(tag, encoding);
  if (encoding !== 'identity') own['content-encoding'] = encoding;
  const unchanged = Object.fromEntries(Object.entries(own).filter(([name]) => !UNCHANGED_OMITS.has(name)));
  own['content-length'] = bytes;
  return { pieces, head: flattenHeaders(own), unchangedHead: flattenHeaders(unchanged) };
}

/** Makes an answer fit to be kept: a piece is a window on the buffer of a socket, and would keep all of it alive. */
export function settle({ variants: { identity } }: CacheEntry): void {
  identity.pieces = [Buffer.concat(identity.pieces)];
}

/** Adds a compressed body to an answer; its head is that of the plain one but for three names. */
export function addVariant(answer: CacheEntry, body: Buffer, encoding: 'br' | 'gzip'): void {
  const plain = answer.variants.identity.head;
  const head: ResponseHeaders = {};
  for (let at = 0; at < plain.length; at += 2) head[String(plain[at])] = plain[at + 1];
  answer.variants[encoding] = variantOf(head, [body], body.length, answer.tag, encoding);
}

/** Turns a service's answer into one that can be sent to many, and says whether it may be. */
export function toSendableResponse(
  { status, headers, pieces, bytes }: UpstreamAnswer,
  { key, kind, rule, epochAtRequest, headerRules }: ResponseContext,
  freshness: Freshness,
  now: number,
): SendableResponse {
  const isPersonal =
    headers['set-cookie'] !== undefined || REFUSES_SHARING.test(String(headers['cache-control'] ?? ''));
  const isReusable = !isPersonal && REUSABLE_STATUSES.has(status);
  const head = forwardedHeaders(headers);
  // It was asked for without a client's cookies, and no route that lets cookies pass is shared.
  delete head['set-cookie'];
  const encoded = headers['content-encoding'] !== undefined;
  const tag = status === 200 && isReusable && !encoded ? tagOf(pieces) : null;
  if (tag === null && !isReusable) delete head['etag'];
  head['cache-control'] = isReusable
    ? sharedCacheControl(kind, head['cache-control'])
    : (head['cache-control'] ?? 'no-store');
  completeHeaders(head, kind, headerRules);
  const position = parsePosition(headers[POSITION_HEADER]);
  const answer: CacheEntry = {
    key,
    rule:
      status === 404 ? { ...rule, freshMs: Math.min(rule.freshMs, LONGEST_ABSENCE_MS), staleMs: 0 } : rule,
    status,
    tag,
    compressible: !encoded && bytes >= WORTH_COMPRESSING_BYTES && isText(headers['content-type']),
    variants: { identity: variantOf(head, pieces, bytes, tag, 'identity') },
    position,
    epochAtRequest,
    storedAt: now,
    checkedEpoch: freshness.epoch,
    refreshing: false,
    compressing: false,
  };
  return {
    answer,
    shareable: !isPersonal,
    storable: isReusable && freshness.hasSeenAll(rule.topics, position, epochAtRequest),
  };
}

import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import type { Encoding } from '../cache/cache-entry.ts';

/** Best first: of encodings that a client accepts equally, the earlier one is sent. */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip', 'identity'];
const MAX_CACHED_HEADERS = 200;

/** The part of negotiator that is used; its published types lack the order of preference. */
interface EncodingNegotiator {
  encoding(available: readonly string[], options: { preferred: readonly string[] }): string | undefined;
}

function negotiate(header: string): Encoding {
  const negotiator: EncodingNegotiator = new Negotiator({ headers: { 'accept-encoding': header } });
  const chosen = negotiator.encoding(ENCODINGS, { preferred: ENCODINGS });
  return ENCODINGS.find((encoding) => encoding === chosen) ?? 'identity';
}

const encodings = new LRUCache<string, Encoding>({ max: MAX_CACHED_HEADERS });

/**
 * Returns the content encoding for a client (RFC 9110, 12.5.3); `identity` where it accepts none that we have. Browsers
 * send few different headers, so each is parsed once.
 */
export function acceptedEncoding(header: string | string[] | undefined): Encoding {
  if (typeof header !== 'string') return 'identity';
  const cached = encodings.get(header);
  if (cached !== undefined) return cached;
  const chosen = negotiate(header);
  encodings.set(header, chosen);
  return chosen;
}

/**
 * Returns whether a client names HTML among what it accepts, as browsers do; the wildcard of other programs does not
 * count.
 */
export const acceptsHtml = (accept: string | undefined): boolean =>
  accept !== undefined && new Negotiator({ headers: { accept } }).mediaTypes().includes('text/html');

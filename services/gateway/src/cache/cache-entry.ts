import { crc32 } from 'node:zlib';
import type { CacheRule } from '../routing/routes.ts';
import type { Freshness, Position } from './freshness.ts';

export type Encoding = 'identity' | 'br' | 'gzip';

/** A body in one encoding, with its response headers. */
export interface Variant {
  /** One buffer in the cache; several in a response that is not stored. */
  pieces: readonly Buffer[];
  /** Flat list of names and values, as `writeHead` takes it without copying. */
  headers: string[];
  /** The same for 304 responses: no type, no length. */
  notModifiedHeaders: string[];
}

/** A response in the form in which it is sent many times. */
export interface CacheEntry {
  /** Upstream path and query; the encoding before them where the service compresses. */
  readonly key: string;
  readonly rule: CacheRule;
  readonly status: number;
  /** Checksum and length of the body; null for a response without ETag. */
  readonly tag: string | null;
  readonly compressible: boolean;
  readonly variants: Partial<Record<Encoding, Variant>> & { identity: Variant };
  readonly position: Position;
  readonly epochAtRequest: number;
  /** Age of its data when it was made, from `x-data-age`; 0 while the service receives events. */
  readonly dataAgeSeconds: number;
  storedAt: number;
  /** The last epoch in which its data position was found to be current. */
  checkedEpoch: number;
  /** Whether a revalidation, or a compression, is running. */
  refreshing: boolean;
  compressing: boolean;
}

export type Reusability = 'fresh' | 'stale' | 'expired';

/** While no events arrive, and for responses without data position. */
const MAX_AGE_WITHOUT_EVENTS_MS = 900;

const hasDataPosition = ({ rule: { topics }, position }: CacheEntry): boolean =>
  topics.every((topic) => position.has(topic));

/** Returns how an entry may be sent: fresh, stale while it is revalidated (RFC 5861), or not at all. */
export function reusabilityOf(entry: CacheEntry, freshness: Freshness, now: number): Reusability {
  const { rule } = entry;
  if (entry.checkedEpoch !== freshness.epoch) {
    if (!freshness.hasSeenAll(rule.topics, entry.position, entry.epochAtRequest)) return 'expired';
    entry.checkedEpoch = freshness.epoch;
  }
  const age = now - entry.storedAt;
  if (!freshness.isLive() || !hasDataPosition(entry)) {
    return age < Math.min(MAX_AGE_WITHOUT_EVENTS_MS, rule.freshMs) ? 'fresh' : 'expired';
  }
  if (age < rule.freshMs) return 'fresh';
  return age < rule.freshMs + rule.staleMs ? 'stale' : 'expired';
}

/**
 * Checksum and length of a body: the same content has the same tag, on every gateway. Two contents that follow
 * one another under one address share a tag once in 2³² changes of equal length; a cryptographic hash
 * would cost a quarter of what a large answer costs here.
 */
export function tagOf(pieces: readonly Buffer[]): string {
  let checksum = 0;
  let bytes = 0;
  for (const piece of pieces) {
    checksum = crc32(piece, checksum);
    bytes += piece.length;
  }
  return `${checksum.toString(36).padStart(7, '0')}.${bytes.toString(36)}`;
}

const SUFFIX: Readonly<Record<Encoding, string>> = { identity: '', br: '-br', gzip: '-gz' };

/** Returns the strong ETag of one encoding. */
export const etagOf = (tag: string, encoding: Encoding): string => `"${tag}${SUFFIX[encoding]}"`;

/** Returns whether `If-None-Match` names this content, in whichever encoding the client holds it. */
export function namesTag(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch === '*') return true;
  for (const candidate of ifNoneMatch.split(',')) {
    const text = candidate.trim().replace(/^W\//, '');
    if (text.startsWith(`"${tag}`) && /^(-br|-gz)?"$/.test(text.slice(tag.length + 1))) return true;
  }
  return false;
}

import { crc32 } from 'node:zlib';
import type { CacheRule } from '../routing/routes.ts';
import type { Freshness, Position } from './freshness.ts';

export type Encoding = 'identity' | 'br' | 'gzip';

/** A body in one encoding, with the whole head that goes before it. */
export interface Variant {
  /** One buffer where it is kept; several where it is only passed on. */
  pieces: readonly Buffer[];
  /** Name, value, name, value: what `writeHead` takes without copying. */
  head: string[];
  /** The same for 304: no type, no length. */
  unchangedHead: string[];
}

/** An answer ready to be sent many times. */
export interface CacheEntry {
  /** What it is kept under: its address upstream, after its encoding where a service encodes. */
  readonly key: string;
  readonly rule: CacheRule;
  readonly status: number;
  /** Hash of the body; null where the answer carries no ETag. */
  readonly tag: string | null;
  readonly compressible: boolean;
  readonly variants: Partial<Record<Encoding, Variant>> & { identity: Variant };
  readonly position: Position;
  readonly epochAtRequest: number;
  storedAt: number;
  /** The last epoch in which its data was found to be complete. */
  checkedEpoch: number;
  /** It is being asked for again, or compressed, right now. */
  refreshing: boolean;
  compressing: boolean;
}

export type Reusability = 'fresh' | 'stale' | 'dead';

/** Without news of changes, and for data that does not say its age, an answer lives this long. */
const UNFOLLOWED_MS = 900;

const saysItsPosition = ({ rule: { topics }, position }: CacheEntry): boolean =>
  topics.every((topic) => position.has(topic));

/** Whether an answer may be sent now: as it is, once more while it is renewed, or not at all. */
export function reusabilityOf(answer: CacheEntry, freshness: Freshness, now: number): Reusability {
  const { rule } = answer;
  if (answer.checkedEpoch !== freshness.epoch) {
    if (!freshness.hasSeenAll(rule.topics, answer.position, answer.epochAtRequest)) return 'dead';
    answer.checkedEpoch = freshness.epoch;
  }
  const age = now - answer.storedAt;
  if (!freshness.isLive() || !saysItsPosition(answer)) {
    return age < Math.min(UNFOLLOWED_MS, rule.freshMs) ? 'fresh' : 'dead';
  }
  if (age < rule.freshMs) return 'fresh';
  return age < rule.freshMs + rule.staleMs ? 'stale' : 'dead';
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

/** The strong ETag of one encoding. */
export const etagOf = (tag: string, encoding: Encoding): string => `"${tag}${SUFFIX[encoding]}"`;

/** Whether `If-None-Match` names this content, in whichever encoding the client holds it. */
export function namesTag(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch === '*') return true;
  for (const candidate of ifNoneMatch.split(',')) {
    const text = candidate.trim().replace(/^W\//, '');
    if (text.startsWith(`"${tag}`) && /^(-br|-gz)?"$/.test(text.slice(tag.length + 1))) return true;
  }
  return false;
}

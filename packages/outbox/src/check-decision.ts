import type { StoredEntry } from './entry.ts';

/** Pauses before an unacknowledged entry is published again: the first, the second, … and every later one. */
const REEMIT_AFTER_MS = [2, 5, 15, 60].map((minutes) => minutes * 60_000);
/** Unacknowledged entries are checked again within this time. */
export const MAX_DELAY_MS = 60 * 60_000;

/**
 * Published and acknowledged entries stay as long as the broker retains records, so that they can be published again on
 * demand.
 */
export const RETENTION_MS = 14 * 24 * 3_600_000;

/** Entries of one document beyond this number are an alert; acknowledged ones among them are removed early. */
export const MAX_ENTRIES = 20;

/** Delay between the publication and the check of an entry, by the number of re-emissions of its document. */
export const checkAfterMs = (reemissions: number): number => REEMIT_AFTER_MS[reemissions] ?? MAX_DELAY_MS;

export interface CheckDecision {
  /** Entries to publish again, unless their consumer says that it has them. */
  unacknowledged: StoredEntry[];
  /** Ids of entries to remove. */
  expired: string[];
  /** Time of the next check; null when nothing is left to check. */
  nextAt: Date | null;
}

const isPublished = ({ publishedAt }: StoredEntry): boolean => (publishedAt ?? null) !== null;

/** Returns the time at which an entry was both published and acknowledged; null before. */
function settledAt({ publishedAt, acknowledgedAt }: StoredEntry): number | null {
  if (!publishedAt || !acknowledgedAt) return null;
  return Math.max(publishedAt.getTime(), acknowledgedAt.getTime());
}

/** Decides what becomes of a document's entries at this time. */
export function decideCheck(
  entries: readonly StoredEntry[],
  reemissions: number,
  now: Date,
  retentionMs: number = RETENTION_MS,
): CheckDecision {
  const unacknowledged = entries.filter((entry) => isPublished(entry) && settledAt(entry) === null);
  const settled = entries
    .flatMap((entry) => {
      const at = settledAt(entry);
      return at === null ? [] : [{ id: entry.id, at }];
    })
    .toSorted((a, b) => a.at - b.at);
  const excess = Math.max(0, entries.length - MAX_ENTRIES);
  const isExpired = ({ at }: { at: number }, index: number): boolean =>
    index < excess || at + retentionMs <= now.getTime();
  const [oldest] = settled.filter((entry, index) => !isExpired(entry, index));
  const isWaiting = settled.length < entries.length;
  const expiresAt = oldest === undefined ? null : new Date(oldest.at + retentionMs);
  const nextAt = isWaiting ? new Date(now.getTime() + checkAfterMs(reemissions + 1)) : expiresAt;
  return { unacknowledged, expired: settled.filter(isExpired).map(({ id }) => id), nextAt };
}

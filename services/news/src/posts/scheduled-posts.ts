import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';

/** Posts that were saved before the time for which they were scheduled. */
export interface ScheduledPosts {
  note(id: number, doc: StoredDocument | null): void;
  /**
   * Those whose time has come, after the first moment and up to the second; a post that was heard of too late for
   * that, because its time came while it was being written, is due too.
   */
  due(after: Date, upTo: Date): number[];
  /** They need not be due again for having been heard of late. */
  announced(ids: Iterable<number>): void;
  /** What was noted so far is nothing new: it was read, not written. */
  loaded(): void;
}

/** Longer than any write takes. */
const LATE_MS = 5 * 60_000;

const timeOf = (value: unknown): number => (typeof value === 'string' ? Date.parse(value) : Number.NaN);

export function createScheduledPosts(): ScheduledPosts {
  const times = new Map<number, number>();
  const fresh = new Set<number>();
  return {
    note(id, doc) {
      const at = timeOf(doc?.publishedAt);
      if (at > timeOf(doc?.updatedAt)) {
        // Noted again as it was: that is its announcement, or a second reading.
        if (times.get(id) !== at) fresh.add(id);
        times.set(id, at);
      } else {
        times.delete(id);
        fresh.delete(id);
      }
    },
    due: (after, upTo) =>
      [...times]
        .filter(([id, at]) => at <= upTo.getTime() && at > after.getTime() - (fresh.has(id) ? LATE_MS : 0))
        .map(([id]) => id),
    announced(ids) {
      for (const id of ids) fresh.delete(id);
    },
    loaded: () => fresh.clear(),
  };
}

import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { timeOf } from '@vidhi/contracts/time-of.ts';

/** Tracks posts saved before their scheduled time. */
export interface ScheduledPosts {
  note(id: number, doc: StoredDocument | null): void;
  /**
   * Ids of posts whose time is in (after, upTo]. Also due is a post that was recorded after its time, because
   * its time passed during the write.
   */
  due(after: Date, upTo: Date): number[];
  /** Marks posts as announced, so that they are not due again. */
  announced(ids: Iterable<number>): void;
  /** Call after hydration: posts recorded so far are not late. */
  loaded(): void;
}

/** Longer than the duration of any write. */
const LATE_MS = 5 * 60_000;

export function createScheduledPosts(): ScheduledPosts {
  const times = new Map<number, number>();
  const fresh = new Set<number>();
  return {
    note(id, doc) {
      const at = timeOf(doc?.publishedAt);
      if (at > timeOf(doc?.updatedAt)) {
        // Unchanged: this is its own announcement, or it was loaded again.
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

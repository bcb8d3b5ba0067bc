import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';

/** Posts that were saved before the time for which they were scheduled. */
export interface ScheduledPosts {
  note(id: number, doc: StoredDocument | null): void;
  /** Those whose time has come, after the first moment and up to the second. */
  due(after: Date, upTo: Date): number[];
}

const timeOf = (value: unknown): number => (typeof value === 'string' ? Date.parse(value) : Number.NaN);

export function createScheduledPosts(): ScheduledPosts {
  const times = new Map<number, number>();
  return {
    note(id, doc) {
      const at = timeOf(doc?.publishedAt);
      if (at > timeOf(doc?.updatedAt)) times.set(id, at);
      else times.delete(id);
    },
    due: (after, upTo) =>
      [...times].filter(([, at]) => at > after.getTime() && at <= upTo.getTime()).map(([id]) => id),
  };
}

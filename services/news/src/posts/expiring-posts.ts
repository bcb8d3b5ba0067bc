import { postCollection } from '@vidhi/collections/news/post.ts';
import { storedAs } from '@vidhi/collections/stored.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { timeOf } from '@vidhi/contracts/time-of.ts';
import type { LiveModel } from '@vidhi/content-service';
import type { ContentWrites } from '@vidhi/content-service/store.ts';
import { updateIfDue } from '../writes/update-if-due.ts';

/** Tracks posts that are withdrawn at a time. */
export interface ExpiringPosts {
  note(id: number, doc: StoredDocument | null): void;
  /** Ids of the posts whose time has come. They stay due until they are noted as withdrawn. */
  due(now: Date): number[];
}

function endOf(doc: StoredDocument | null): number {
  if (doc === null) return Number.NaN;
  const { publishedAt, unpublish_at: end } = storedAs(postCollection, doc);
  return typeof publishedAt === 'string' ? timeOf(end) : Number.NaN;
}

export function createExpiringPosts(): ExpiringPosts {
  const ends = new Map<number, number>();
  return {
    note(id, doc) {
      const end = endOf(doc);
      if (Number.isNaN(end)) ends.delete(id);
      else ends.set(id, end);
    },
    due: (now) => [...ends].filter(([, end]) => end <= now.getTime()).map(([id]) => id),
  };
}

/** Withdraws a post whose time has come. The time is removed by the same write. */
export const withdrawExpired = (
  store: Pick<ContentWrites, 'update'>,
  live: Pick<LiveModel, 'put'>,
  id: number,
  now: Date,
): Promise<void> =>
  updateIfDue(store, live, {
    collection: postCollection,
    id,
    decide: (current) => (endOf(current) <= now.getTime() ? { publishedAt: null, unpublish_at: null } : null),
    origin: { kind: 'unpublish' },
  });

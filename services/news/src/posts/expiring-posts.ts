import { postCollection } from '@vidhi/collections/news/post.ts';
import { storedAs } from '@vidhi/collections/stored.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { LiveModel } from '@vidhi/content-service';
import type { ContentWrites } from '@vidhi/content-service/store.ts';

/** Tracks posts that are withdrawn at a time. */
export interface ExpiringPosts {
  note(id: number, doc: StoredDocument | null): void;
  /** Ids of the posts whose time has come. They stay due until they are noted as withdrawn. */
  due(now: Date): number[];
}

const timeOf = (value: unknown): number => (typeof value === 'string' ? Date.parse(value) : Number.NaN);

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

/** Thrown to leave a post alone that another process has withdrawn, or that stays longer now. */
class NotDueError extends Error {}

/**
 * Withdraws a post whose time has come. Repeatable, and what a crash leaves undone is due again: the time is removed by the same
 * write.
 */
export async function withdrawExpired(
  store: Pick<ContentWrites, 'update'>,
  live: Pick<LiveModel, 'put'>,
  id: number,
  now: Date,
): Promise<void> {
  const decide = (current: StoredDocument): Record<string, unknown> => {
    if (!(endOf(current) <= now.getTime())) throw new NotDueError();
    return { publishedAt: null, unpublish_at: null };
  };
  try {
    const written = await store.update(postCollection, id, decide, { kind: 'unpublish' });
    if (written !== null) live.put(postCollection.name, written.doc, written.rev);
  } catch (error) {
    if (!(error instanceof NotDueError)) throw error;
  }
}

import type { StaffResponse } from '../session/staff-request.ts';
import type { ArticleClient } from './article-client.ts';
import { changedAttributes, toWire, type ArticleValues, type StoredArticle } from './article-values.ts';
import { revisionOf, type WorkOptions, type WorkState } from './work-state.ts';

/** The parts of the work on an article that a merge needs. */
interface MergeSteps extends Pick<WorkOptions, 'client' | 'merge' | 'onNotice'> {
  base: () => ArticleValues;
  accept: (article: StoredArticle, values: ArticleValues) => void;
  set: (next: Partial<WorkState>) => void;
  fail: (response: StaffResponse) => void;
}

/** Returns a function that merges with what somebody else has stored. It resolves with false when somebody has to choose. */
export const createMergeWithServer =
  ({ client, merge, onNotice, base, accept, set, fail }: MergeSteps) =>
  async (id: number, mine: ArticleValues, by: string): Promise<boolean> => {
    const theirs = await client.load(id);
    if (theirs.failure !== undefined) {
      fail(theirs.failure);
      return false;
    }
    const merged = await merge(base(), mine, theirs.value.values);
    if (merged.conflicts.length > 0 || merged.text !== null) {
      set({ save: 'local', conflict: { ...merged, theirArticle: theirs.value, by } });
      return false;
    }
    accept(theirs.value, merged.values);
    onNotice(
      `${by === '' ? 'Somebody' : by} changed this article meanwhile. The article has your changes and theirs.`,
    );
    return true;
  };

/** Stores the values that lost a conflict, or are given up, in the history. Resolves with the response; null where nothing differs. */
export async function keepLoser(
  client: ArticleClient,
  article: StoredArticle,
  lost: ArticleValues,
  values: ArticleValues,
): Promise<StaffResponse | null> {
  const names = changedAttributes(lost, values);
  if (names.length === 0) return null;
  return client.keepLoser(article.id, { values: toWire(lost, names), base_rev: revisionOf(article.etag) });
}

import { MAX_SAVED_ARTICLES } from '@vidhi/contracts/account-responses.ts';
import type { SavedArticle } from './saved-article.ts';

export interface SavedArticleRepository {
  /** The articles of an account, last saved first. */
  listOf(userId: number): Promise<SavedArticle[]>;
  /**
   * Saves articles, listed newest first; one that is saved keeps its place. Beyond `MAX_SAVED_ARTICLES` those that were
   * saved first are removed.
   */
  add(userId: number, articles: readonly SavedArticle[], at: Date): Promise<void>;
  remove(userId: number, path: string): Promise<void>;
  removeAllOf(userId: number): Promise<void>;
  removeAll(): Promise<void>;
}

/** Articles of one request are saved a millisecond apart, so that their order is stored. */
export const savedAt = (at: Date, index: number): Date => new Date(at.getTime() - index);

/** Creates an in-memory implementation for tests. */
export function inMemorySavedArticles(): SavedArticleRepository {
  const ofUsers = new Map<number, (SavedArticle & { savedAt: Date })[]>();
  const listOf = (userId: number) => ofUsers.get(userId) ?? [];
  return {
    listOf: async (userId) => listOf(userId).map(({ path, title, date }) => ({ path, title, date })),
    async add(userId, articles, at) {
      const stored = listOf(userId);
      const added = articles
        .map((article, index) => ({ ...article, savedAt: savedAt(at, index) }))
        .filter(({ path }) => stored.every((one) => one.path !== path));
      const all = [...added, ...stored].toSorted((a, b) => b.savedAt.getTime() - a.savedAt.getTime());
      ofUsers.set(userId, all.slice(0, MAX_SAVED_ARTICLES));
    },
    async remove(userId, path) {
      ofUsers.set(
        userId,
        listOf(userId).filter((one) => one.path !== path),
      );
    },
    async removeAllOf(userId) {
      ofUsers.delete(userId);
    },
    async removeAll() {
      ofUsers.clear();
    },
  };
}

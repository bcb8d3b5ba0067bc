import type { Connection } from 'mongoose';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import { MAX_SAVED_ARTICLES, type SavedArticle } from './saved-article.ts';
import { savedAt, type SavedArticleRepository } from './saved-article-repository.ts';

interface SavedArticleDocument extends SavedArticle {
  userId: number;
  savedAt: Date;
}

const COLLECTION = 'saved_articles';

/** One document for each account and path; must have run before the first write. */
export async function createSavedArticleIndexes(connection: Connection): Promise<void> {
  const saved = connection.collection(COLLECTION);
  await saved.createIndex({ userId: 1, path: 1 }, { unique: true });
  await saved.createIndex({ userId: 1, savedAt: -1 });
}

export function mongoSavedArticleRepository(connection: Connection): SavedArticleRepository {
  const saved = connection.collection<SavedArticleDocument>(COLLECTION);
  return {
    listOf: (userId) =>
      saved
        .find({ userId })
        .sort({ savedAt: -1 })
        .limit(MAX_SAVED_ARTICLES)
        .map(({ path, title, date }) => ({ path, title, date }))
        .toArray(),
    async add(userId, articles, at) {
      const upserts = articles.map(({ path, title, date }, index) => ({
        updateOne: {
          filter: { userId, path },
          update: { $setOnInsert: { title, date, savedAt: savedAt(at, index) } },
          upsert: true,
        },
      }));
      const write = () => saved.bulkWrite(upserts, { ordered: false });
      await write().catch(async (error: unknown) => {
        // Another request of this account saved one of these articles meanwhile; repeated upserts find it.
        if (!isDuplicateKey(error)) throw error;
        await write();
      });
      const beyond = saved
        .find({ userId }, { projection: { _id: 1 } })
        .sort({ savedAt: -1 })
        .skip(MAX_SAVED_ARTICLES);
      const ids = await beyond.map(({ _id }) => _id).toArray();
      if (ids.length > 0) await saved.deleteMany({ _id: { $in: ids } });
    },
    async remove(userId, path) {
      await saved.deleteOne({ userId, path });
    },
    async removeAllOf(userId) {
      await saved.deleteMany({ userId });
    },
    async removeAll() {
      await saved.deleteMany({});
    },
  };
}

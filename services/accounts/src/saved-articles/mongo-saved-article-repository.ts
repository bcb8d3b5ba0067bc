import type { Connection } from 'mongoose';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import { UNORDERED, modelOf, required, storedCollection } from '@vidhi/service-kit/stored-collection.ts';
import { MAX_SAVED_ARTICLES } from '@vidhi/contracts/account-responses.ts';
import { savedAt, type SavedArticleRepository } from './saved-article-repository.ts';

/** One document for each account and path. */
export const SAVED_ARTICLES = storedCollection(
  'saved_articles',
  {
    userId: required(Number),
    path: required(String),
    title: required(String),
    /** Time of publication of the article. */
    date: required(String),
    savedAt: required(Date),
  },
  [{ fields: { userId: 1, path: 1 }, unique: true }, { fields: { userId: 1, savedAt: -1 } }],
);

export function mongoSavedArticleRepository(connection: Connection): SavedArticleRepository {
  const saved = modelOf(connection, SAVED_ARTICLES);
  return {
    async listOf(userId) {
      const found = await saved.find({ userId }).sort({ savedAt: -1 }).limit(MAX_SAVED_ARTICLES);
      return found.map(({ path, title, date }) => ({ path, title, date }));
    },
    async add(userId, articles, at) {
      const upserts = articles.map(({ path, title, date }, index) => ({
        updateOne: {
          filter: { userId, path },
          update: { $setOnInsert: { title, date, savedAt: savedAt(at, index) } },
          upsert: true,
        },
      }));
      const write = () => saved.bulkWrite(upserts, UNORDERED);
      await write().catch(async (error: unknown) => {
        // Another request of this account saved one of these articles meanwhile; repeated upserts find it.
        if (!isDuplicateKey(error)) throw error;
        await write();
      });
      const beyond = await saved.find({ userId }, { path: 1 }).sort({ savedAt: -1 }).skip(MAX_SAVED_ARTICLES);
      const paths = beyond.map(({ path }) => path);
      if (paths.length > 0) await saved.deleteMany({ userId, path: { $in: paths } });
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

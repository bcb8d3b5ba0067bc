import { afterEach, describe } from 'vitest';
import type { Connection } from 'mongoose';
import { connectMongo } from '@vidhi/service-kit/mongo.ts';
import { freshDatabase, type FreshDatabase } from '@vidhi/testing/engines.ts';
import { createIndexes } from '@vidhi/service-kit/stored-collection.ts';
import { SAVED_ARTICLES, mongoSavedArticleRepository } from './mongo-saved-article-repository.ts';
import { savedArticleRepositoryContract } from './saved-article-repository-contract.ts';

const databases: { database: FreshDatabase; connection: Connection }[] = [];

async function aConnection(): Promise<Connection> {
  const database = freshDatabase('saved');
  const connection = await connectMongo(database.url);
  databases.push({ database, connection });
  await createIndexes(connection, [SAVED_ARTICLES]);
  return connection;
}

afterEach(async () => {
  for (const { database, connection } of databases.splice(0)) {
    await connection.close();
    await database.drop();
  }
});

describe('mongoSavedArticleRepository', () => {
  savedArticleRepositoryContract(async () => mongoSavedArticleRepository(await aConnection()));
});

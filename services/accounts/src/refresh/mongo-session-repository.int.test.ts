import { afterEach, describe } from 'vitest';
import type { Connection } from 'mongoose';
import { connectMongo } from '@vidhi/service-kit/mongo.ts';
import { freshDatabase, type FreshDatabase } from '@vidhi/testing/engines.ts';
import { createIndexes } from '@vidhi/service-kit/stored-collection.ts';
import { mongoSessionRepository } from './mongo-session-repository.ts';
import { SESSIONS } from './session-collection.ts';
import { sessionRepositoryContract } from './session-repository-contract.ts';

const databases: { database: FreshDatabase; connection: Connection }[] = [];

async function aConnection(): Promise<Connection> {
  const database = freshDatabase('sessions');
  const connection = await connectMongo(database.url);
  databases.push({ database, connection });
  await createIndexes(connection, [SESSIONS]);
  return connection;
}

afterEach(async () => {
  for (const { database, connection } of databases.splice(0)) {
    await connection.close();
    await database.drop();
  }
});

describe('mongoSessionRepository', () => {
  sessionRepositoryContract(async () => mongoSessionRepository(await aConnection()));
});

import { afterEach, describe } from 'vitest';
import type { Connection } from 'mongoose';
import { connectMongo } from '@vidhi/service-kit/mongo.ts';
import { freshDatabase, type FreshDatabase } from '@vidhi/testing/engines.ts';
import { createIndexes } from '@vidhi/service-kit/stored-collection.ts';
import { KNOWN_CLIENTS, mongoKnownClientRepository } from './mongo-known-client-repository.ts';
import { knownClientRepositoryContract } from './known-client-repository-contract.ts';

const databases: { database: FreshDatabase; connection: Connection }[] = [];

async function aConnection(): Promise<Connection> {
  const database = freshDatabase('known');
  const connection = await connectMongo(database.url);
  databases.push({ database, connection });
  await createIndexes(connection, [KNOWN_CLIENTS]);
  return connection;
}

afterEach(async () => {
  for (const { database, connection } of databases.splice(0)) {
    await connection.close();
    await database.drop();
  }
});

describe('mongoKnownClientRepository', () => {
  knownClientRepositoryContract(async () => mongoKnownClientRepository(await aConnection()));
});

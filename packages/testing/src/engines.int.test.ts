import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, freshQueuePrefix, freshTopicSuffix, testEngines } from './engines.ts';

describe('the engines of a run', () => {
  const database = freshDatabase('engines');
  const neighbour = { ...database, url: database.url.replace(database.name, `${database.name}x`) };
  let connection: Connection;
  let other: Connection;

  beforeAll(async () => {
    connection = await createConnection(database.url).asPromise();
    other = await createConnection(neighbour.url).asPromise();
  });
  afterAll(async () => {
    await other.dropDatabase();
    await Promise.all([connection.close(), other.close()]);
  });

  it('have their addresses in the environment and in the provided context', () => {
    expect(process.env['MONGO_URL']).toBe(testEngines().mongoUrl);
    expect(process.env['KAFKA_BROKERS']).toBe(testEngines().kafkaBrokers);
    expect(process.env['REDIS_URL']).toBe(testEngines().redisUrl);
  });

  it('drop a fresh database, and no other with the same prefix', async () => {
    await connection.collection('posts').insertOne({ title: 'a' });
    await other.collection('posts').insertOne({ title: 'b' });
    await database.drop();
    expect(await connection.collection('posts').countDocuments()).toBe(0);
    expect(await other.collection('posts').countDocuments()).toBe(1);
  });

  it('have unique names for each test', () => {
    const names = Array.from({ length: 100 }, () => [
      freshDatabase('engines').name,
      freshTopicSuffix(),
      freshQueuePrefix(),
    ]);
    expect(new Set(names.flat()).size).toBe(300);
  });
});

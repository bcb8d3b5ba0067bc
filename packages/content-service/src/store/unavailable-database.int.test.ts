import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDatabaseUnavailable } from '@vidhi/service-kit/database-unavailable.ts';
import { openMongo, type Database } from '@vidhi/service-kit/mongo.ts';
import { startEngineProxy, type EngineProxy } from '@vidhi/testing/engine-proxy.ts';
import { freshDatabase, type FreshDatabase } from '@vidhi/testing/engines.ts';

describe('commands that a hung database does not answer', () => {
  let fresh: FreshDatabase;
  let proxy: EngineProxy;
  let database: Database;

  beforeAll(async () => {
    fresh = freshDatabase('unavailable');
    proxy = await startEngineProxy(fresh.url);
    database = openMongo(proxy.url);
    await database.connected;
  });
  afterAll(async () => {
    await database.close();
    await proxy.close();
    await fresh.drop();
  });

  it('fail with an error that means an unavailable database', async () => {
    const notes = database.connection.collection<{ _id: number }>('notes');
    await notes.insertOne({ _id: 1 });
    const commands = (id: number) => [
      notes.findOne({ _id: id }),
      notes.insertOne({ _id: id }),
      notes.bulkWrite([{ insertOne: { document: { _id: id + 1 } } }], { ordered: false }),
      notes.updateOne({ _id: id + 2 }, { $set: { title: 'x' } }, { upsert: true }),
    ];
    // Opens a connection for each, so that the commands below are sent.
    await Promise.all(commands(2));
    proxy.set('hung');
    const outcomes = await Promise.allSettled(commands(5));
    proxy.set('open');
    const errors = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason : outcome));
    expect(errors.map(isDatabaseUnavailable)).toEqual([true, true, true, true]);
  });
});

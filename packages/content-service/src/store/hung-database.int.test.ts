import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileCollection } from '@vidhi/collections/catalog/file.ts';
import { createReadModel, type ReadModel } from '@vidhi/content-engine';
import { isDatabaseUnavailable } from '@vidhi/service-kit/database-unavailable.ts';
import { jsonBody } from '@vidhi/service-kit/json-body.ts';
import { openMongo, type Database } from '@vidhi/service-kit/mongo.ts';
import { errorResponsePlugin } from '@vidhi/service-kit/error-responses.ts';
import { startEngineProxy, type EngineProxy } from '@vidhi/testing/engine-proxy.ts';
import { freshDatabase, type FreshDatabase } from '@vidhi/testing/engines.ts';
import { contentRoutes } from '../http/content-routes.ts';
import { noteCollection } from '../testing/content-store-contract.ts';
import { memoryLiveModel } from '../testing/memory-live-model.ts';
import { createContentStore } from './content-store.ts';
import { createStoredWriter } from '../live/stored-writer.ts';

const MAX_WRITE_MS = 3_500;

describe('a service whose database hangs', () => {
  const model: ReadModel = createReadModel([fileCollection, noteCollection]);
  let fresh: FreshDatabase;
  let proxy: EngineProxy;
  let database: Database;
  let app: FastifyInstance;

  beforeAll(async () => {
    fresh = freshDatabase('hung');
    proxy = await startEngineProxy(fresh.url);
    // As services connect: the URL of tests has a longer time limit and interval.
    const url = new URL(proxy.url);
    url.searchParams.delete('connectTimeoutMS');
    url.searchParams.delete('heartbeatFrequencyMS');
    database = openMongo(url.href);
    await database.connected;
    const store = createContentStore({
      connection: database.connection,
      eventsOf: () => [],
    });
    app = fastify();
    app.decorateRequest('principal', null);
    await app.register(errorResponsePlugin);
    await app.register(jsonBody);
    await app.register(contentRoutes, {
      model,
      collections: [noteCollection],
      audienceOf: () => 'staff',
      authorize: () => undefined,
      writer: createStoredWriter({
        store,
        live: memoryLiveModel(model),
        prepare: (_collection, values) => values,
      }),
    });
  });
  afterAll(async () => {
    await app.close();
    await database.close();
    await proxy.close();
    await fresh.drop();
  });

  const write = (title: string) =>
    app.inject({ method: 'POST', url: '/notes', payload: { data: { title } } });
  const read = () => app.inject('/notes');

  it('serves reads, responds 503 to the write, and writes again once the database responds', async () => {
    expect((await write('Before')).statusCode).toBe(200);
    proxy.set('hung');
    const order: string[] = [];
    const written = write('Meanwhile').then(({ statusCode }) => order.push(`write ${statusCode}`));
    const { statusCode, body } = await read();
    order.push(`read ${statusCode}`);
    expect(body).toContain('Before');
    await written;
    expect(order).toEqual(['read 200', 'write 503']);
    proxy.set('open');
    await expect
      .poll(async () => (await write('After')).statusCode, { timeout: 60_000, interval: 100 })
      .toBe(200);
  });

  it('fails all kinds of commands with an error that means an unavailable database', async () => {
    const numbers = database.connection.collection<{ _id: number }>('numbers');
    await numbers.insertOne({ _id: 1 });
    const commands = (id: number) => [
      numbers.findOne({ _id: id }),
      numbers.insertOne({ _id: id }),
      numbers.bulkWrite([{ insertOne: { document: { _id: id + 1 } } }], { ordered: false }),
      numbers.updateOne({ _id: id + 2 }, { $set: { title: 'x' } }, { upsert: true }),
    ];
    // Opens a connection for each, so that the commands below are sent.
    await Promise.all(commands(2));
    proxy.set('hung');
    const outcomes = await Promise.allSettled(commands(5));
    proxy.set('open');
    const errors = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason : outcome));
    expect(errors.map(isDatabaseUnavailable)).toEqual([true, true, true, true]);
  });

  it('fails commands within the time limit of a write, also those that the driver repeats', () => {
    const { options } = database.connection.getClient();
    // The monitor detects a hung database after one interval and one timeout; the repetition then selects a server.
    const { heartbeatFrequencyMS, connectTimeoutMS, serverSelectionTimeoutMS } = options;
    expect(heartbeatFrequencyMS + connectTimeoutMS + serverSelectionTimeoutMS).toBeLessThanOrEqual(
      MAX_WRITE_MS,
    );
  });

  it('waits as long as the options of the URL say', async () => {
    const url = new URL(fresh.url);
    url.searchParams.set('connectTimeoutMS', '59000');
    const patient = openMongo(url.href);
    await patient.connected;
    const { connectTimeoutMS, serverSelectionTimeoutMS } = patient.connection.getClient().options;
    await patient.close();
    const usual = database.connection.getClient().options;
    expect(connectTimeoutMS).toBe(59_000);
    expect(serverSelectionTimeoutMS).toBe(usual.serverSelectionTimeoutMS);
  });
});

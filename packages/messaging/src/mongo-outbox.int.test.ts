import { createConnection, type Connection, type mongo } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '@vidhi/testing/engines.ts';
import { mongoOutbox, outboxPush, type OutboxDocument } from './mongo-outbox.ts';
import type { OutboxEntry } from './outbox.ts';

const anEntry = (id: string): OutboxEntry => ({
  id,
  topic: 'things',
  key: id,
  type: 'thing.changed',
  v: 1,
  occurredAt: '2026-11-20T10:00:00.000Z',
  data: { rev: 1 },
});

describe('the outbox in MongoDB', () => {
  let database: FreshDatabase;
  let connection: Connection;
  let things: mongo.Collection<OutboxDocument>;

  beforeAll(async () => {
    database = freshDatabase('outbox');
    connection = await createConnection(database.url).asPromise();
    things = connection.collection<OutboxDocument>('things');
  });
  afterAll(async () => {
    await database.drop();
    await connection.close();
  });
  beforeEach(() => things.deleteMany({}));

  const write = async (id: number, entry: OutboxEntry): Promise<void> => {
    const push = outboxPush([entry], new Date(Date.now() - 5));
    await things.updateOne({ _id: id }, { ...push, $inc: { rev: 1 } }, { upsert: true });
  };

  it('leases a document to one relay at a time', async () => {
    await write(1, anEntry('e1'));
    const claims = await Promise.all(Array.from({ length: 8 }, () => mongoOutbox(things).claim([1])));
    expect(claims.flat()).toHaveLength(1);
    expect(claims.flat()[0]?.entries.map(({ id }) => id)).toEqual(['e1']);
  });

  it('removes published entries and retains those added since the lease', async () => {
    const outbox = mongoOutbox(things);
    await write(1, anEntry('e1'));
    await write(2, anEntry('f1'));
    const claims = await outbox.claim([1, 2]);
    await write(1, anEntry('e2'));
    await outbox.clear(claims);
    expect(await outbox.findDue(10)).toEqual([1]);
    const [again] = await outbox.claim([1, 2]);
    expect(again?.entries.map(({ id }) => id)).toEqual(['e2']);
  });

  it('does not lease a postponed document before it is due', async () => {
    const outbox = mongoOutbox(things);
    await write(1, anEntry('e1'));
    const [claim] = await outbox.claim([1]);
    expect(claim).toBeDefined();
    if (claim === undefined) return;
    await outbox.postpone(claim, 3_600_000, { published: [], error: new Error('away'), isPoison: false });
    expect(await outbox.claim([1])).toEqual([]);
    expect(await outbox.oldest()).toEqual(new Date('2026-11-20T10:00:00.000Z'));
  });

  it('finds no due document and no oldest event when all are published', async () => {
    const outbox = mongoOutbox(things);
    await things.insertOne({ _id: 3, rev: 1 });
    expect(await outbox.findDue(10)).toEqual([]);
    expect(await outbox.oldest()).toBeNull();
  });
});

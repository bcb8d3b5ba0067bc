import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Envelope } from '@vidhi/contracts/events.ts';
import { createApplier, type IncomingRecord } from '@vidhi/messaging/apply-record.ts';
import type { OutgoingRecord } from '@vidhi/messaging/producer.ts';
import { freshDatabase, type FreshDatabase } from '@vidhi/testing/engines.ts';
import type { Copies } from '@vidhi/content-service/store.ts';
import { COPIED_EVENTS, createNewsCopies } from './copies.ts';

const aPictureStored = (id: number, rev: number, values: object = {}): Envelope => ({
  id: `media.stored:${id}:${rev}`,
  type: rev === 1 ? 'media.stored' : 'media.changed',
  v: 1,
  aggregateId: String(id),
  occurredAt: '2026-11-20T10:00:00.000Z',
  data: { rev, doc: { id, url: `/uploads/${id}-${rev}.jpg`, ...values } },
});
const aRecord = (value: unknown): IncomingRecord => ({
  topic: 'catalog.media',
  partition: 0,
  offset: '0',
  key: null,
  value: Buffer.from(JSON.stringify(value)),
});

describe('the copies of pictures and names', () => {
  const deadLetters: OutgoingRecord[] = [];
  let database: FreshDatabase;
  let connection: Connection;
  let copies: Copies;

  beforeAll(async () => {
    database = freshDatabase('copies');
    connection = await createConnection(database.url).asPromise();
    copies = createNewsCopies(connection);
  });
  afterAll(async () => {
    await database.drop();
    await connection.close();
  });

  const apply = (value: unknown) =>
    createApplier({
      groupId: 'copies',
      events: COPIED_EVENTS,
      handle: copies.apply,
      deadLetters: { send: async (record) => void deadLetters.push(record) },
    }).apply(aRecord(value));
  const urlOf = async (id: number): Promise<unknown> => {
    const found = new Map<number, unknown>();
    await copies.each((name, doc) => void (name === 'file' && found.set(doc.id, doc['url'])));
    return found.get(id);
  };

  it('store a picture once, including unknown fields', async () => {
    expect(await apply(aPictureStored(1, 1, { colour: 'red' }))).toBe('applied');
    expect(await apply(aPictureStored(1, 1))).toBe('duplicate');
    expect(await urlOf(1)).toBe('/uploads/1-1.jpg');
  });

  it('store the newest revision, in any order of events', async () => {
    expect(await apply(aPictureStored(2, 3))).toBe('applied');
    expect(await apply(aPictureStored(2, 2))).toBe('duplicate');
    expect(await urlOf(2)).toBe('/uploads/2-3.jpg');
  });

  it('delete a removed picture, and do not restore it for an older event', async () => {
    await apply(aPictureStored(3, 1));
    const removed = { ...aPictureStored(3, 2), type: 'media.removed', data: { rev: 2, id: 3 } };
    expect(await apply(removed)).toBe('applied');
    expect(await apply(aPictureStored(3, 1))).toBe('duplicate');
    expect(await urlOf(3)).toBeUndefined();
  });

  it('send events of another version or schema to the dead-letter topic without storing them', async () => {
    const before = deadLetters.length;
    expect(await apply({ ...aPictureStored(4, 1), v: 2 })).toBe('dead-lettered');
    expect(await apply({ ...aPictureStored(4, 1), data: { rev: 'x' } })).toBe('dead-lettered');
    expect([deadLetters.length - before, await urlOf(4)]).toEqual([2, undefined]);
  });

  it('retry while the database is down, and store everything afterwards', async () => {
    const unavailable = createConnection(database.url, { bufferCommands: false });
    await unavailable.asPromise();
    await unavailable.close();
    const handle = createNewsCopies(unavailable).apply;
    const applier = createApplier({
      groupId: 'copies',
      events: COPIED_EVENTS,
      handle,
      deadLetters: { send: async () => {} },
    });
    expect(await applier.apply(aRecord(aPictureStored(5, 1)))).toBe('retry');
    expect(await urlOf(5)).toBeUndefined();
    expect(await apply(aPictureStored(5, 1))).toBe('applied');
  });
});

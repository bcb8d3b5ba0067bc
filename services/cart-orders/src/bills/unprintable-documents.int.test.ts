import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase } from '@vidhi/testing/engines.ts';
import { mongoUnprintableStore } from './unprintable-documents.ts';

const database = freshDatabase('unprintable');
let connection: Connection;
beforeAll(async () => {
  connection = await createConnection(database.url).asPromise();
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

it('notes a document when it is rendered first, and removes it after its time', async () => {
  const store = mongoUnprintableStore(connection);
  const before = new Date(Date.now() - 1_000);
  await store.note({ number: 'BS/26-27/000001', purchaseNumber: '7KM3QX9TRA' }, ['ᱚ']);
  const [first] = await store.find(before, new Date(Date.now() + 1_000));
  expect(first).toEqual({
    number: 'BS/26-27/000001',
    orderNumber: '7KM3QX9TRA',
    characters: ['ᱚ'],
    at: expect.any(String),
  });
  await store.note({ number: 'BS/26-27/000001' }, ['ᱚ', '鬼']);
  await store.note(
    { number: 'CN/26-27/000001' },
    Array.from({ length: 30 }, (_, at) => String(at)),
  );
  const found = await store.find(before, new Date(Date.now() + 1_000));
  expect(found).toHaveLength(2);
  expect(found).toContainEqual(first);
  expect(found.find(({ number }) => number.startsWith('CN'))).toMatchObject({ orderNumber: null });
  expect(found.find(({ number }) => number.startsWith('CN'))?.characters).toHaveLength(20);
  expect(await store.find(new Date(0), before)).toEqual([]);
  await store.removeBefore(new Date(Date.now() + 1_000));
  expect(await store.find(new Date(0), new Date(Date.now() + 1_000))).toEqual([]);
});

import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '@vidhi/testing/engines.ts';
import { createIndexes } from '@vidhi/service-kit/stored-collection.ts';
import { noteCollection } from '../testing/content-store-contract.ts';
import { contentCollection } from './content-collection.ts';
import { createContentStore, type ContentStore } from './content-store.ts';
import { emptyTrash } from './empty-trash.ts';
import { createRevisionMover } from './move-revisions.ts';
import { REVISIONS, mongoRevisions, type Revisions } from './revisions.ts';
import { TRASH_DAYS } from './trash.ts';

const DAY = 86_400_000;

let database: FreshDatabase;
let connection: Connection;
let store: ContentStore;
let revisions: Revisions;
let time = Date.parse('2026-01-01T10:00:00.000Z');

beforeAll(async () => {
  database = freshDatabase('trash');
  connection = await createConnection(database.url).asPromise();
  store = createContentStore({
    connection,
    eventsOf: () => [],
    now: () => new Date((time += 1)),
    hasTrash: () => true,
  });
  revisions = mongoRevisions(connection);
  await createIndexes(connection, [contentCollection(noteCollection), REVISIONS]);
});
afterAll(async () => {
  await database.drop();
  await connection.close();
});

it('holds what was removed for thirty days, and then neither the document nor its revisions', async () => {
  const ids: number[] = [];
  for (const title of ['Old', 'New']) {
    const { doc } = await store.create(noteCollection, { title });
    await store.update(noteCollection, doc.id, () => ({ title: `${title} again` }));
    await store.remove(noteCollection, doc.id);
    ids.push(doc.id);
    time += DAY;
  }
  const [old = 0, recent = 0] = ids;
  const mover = createRevisionMover({ store, collections: [noteCollection], revisions });
  await mover.sweep();
  expect(await emptyTrash(store, noteCollection, store.now())).toBe(0);
  time += (TRASH_DAYS - 2) * DAY;
  expect(await emptyTrash(store, noteCollection, store.now())).toBe(1);
  await mover.sweep();
  const found = await Promise.all(ids.map((id) => store.findTrashed(noteCollection, id)));
  expect(found.map((one) => one?.id ?? null)).toEqual([null, recent]);
  expect(await revisions.list(noteCollection, old)).toEqual([]);
  expect(await revisions.list(noteCollection, recent)).not.toEqual([]);
  expect(await store.restore(noteCollection, recent, ({ id: _id, ...values }) => values)).toMatchObject({
    doc: { title: 'New again' },
  });
});

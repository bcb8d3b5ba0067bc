import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createIndexes } from '@vidhi/service-kit/stored-collection.ts';
import { freshDatabase, type FreshDatabase } from '@vidhi/testing/engines.ts';
import { noteCollection } from '../testing/content-store-contract.ts';
import { contentCollection } from './content-collection.ts';
import { createContentStore, type ContentStore } from './content-store.ts';
import { DuplicateValueError } from './duplicate-values.ts';
import { createGroupedCommands } from './grouped-commands.ts';

describe('writes of several documents at the same time', () => {
  let database: FreshDatabase;
  let connection: Connection;
  let store: ContentStore;
  const commands: string[] = [];

  beforeAll(async () => {
    database = freshDatabase('grouped');
    connection = await createConnection(database.url, { monitorCommands: true }).asPromise();
    store = createContentStore({ connection, eventsOf: () => [] });
    await createIndexes(connection, [contentCollection(noteCollection)]);
    connection.getClient().on('commandStarted', ({ commandName }) => void commands.push(commandName));
  });
  afterAll(async () => {
    await database.drop();
    await connection.close();
  });
  beforeEach(async () => {
    await store.documents(noteCollection).deleteMany({});
    commands.splice(0);
  });

  const raw = (id: number) => store.documents(noteCollection).findOne({ _id: id });
  async function someNotes(count: number): Promise<number[]> {
    const ids: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const { doc } = await store.create(noteCollection, { title: `Note ${index}`, publishedAt: null });
      ids.push(doc.id);
    }
    commands.splice(0);
    return ids;
  }

  it('are one read and one write', async () => {
    const ids = await someNotes(8);
    const written = await Promise.all(
      ids.map((id) =>
        store.update(noteCollection, id, ({ title }) => ({ title: `${String(title)}, changed` })),
      ),
    );
    expect(commands).toEqual(['find', 'update']);
    expect(written.map((one) => [one?.rev, one?.doc['title']])).toEqual(
      ids.map((_, index) => [2, `Note ${index}, changed`]),
    );
    expect((await raw(ids[3] ?? 0))?.editing?.pending).toHaveLength(1);
  });

  it('know which of them were made: a document that changed meanwhile is read again, and none appears', async () => {
    const ids = await someNotes(4);
    const [second = 0] = ids.slice(1);
    let isRaced = false;
    const written = await Promise.all(
      ids.map((id) =>
        store.update(noteCollection, id, ({ title }) => {
          if (id === second && !isRaced) {
            isRaced = true;
            void store
              .documents(noteCollection)
              .updateOne({ _id: id }, { $set: { title: 'Theirs' } as object, $inc: { rev: 1 } });
          }
          return { title: `${String(title)}, mine` };
        }),
      ),
    );
    expect(written.map((one) => one?.rev)).toEqual([2, 3, 2, 2]);
    expect(written[1]?.doc['title']).toBe('Theirs, mine');
    expect(await store.documents(noteCollection).countDocuments({})).toBe(4);
    expect(await store.update(noteCollection, 99_999, () => ({ title: 'None' }))).toBeNull();
  });

  it('reject each by itself: a value that another document has stops none of the others', async () => {
    const ids = await someNotes(3);
    const slugs = ['one', 'one', 'three'];
    const settled = await Promise.allSettled(
      ids.map((id, index) => store.update(noteCollection, id, () => ({ slug: slugs[index] }))),
    );
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(settled[1]).toMatchObject({ reason: { attribute: 'slug' } });
    expect((settled[1] as PromiseRejectedResult).reason).toBeInstanceOf(DuplicateValueError);
  });

  it('say for every filter whether it matched, whatever it names', async () => {
    const [first = 0, second = 0, third = 0] = await someNotes(3);
    const { updateOne } = createGroupedCommands((collection) => store.documents(collection));
    const name = (id: number, filter: object) =>
      updateOne(
        noteCollection,
        { _id: id, ...filter },
        { $set: { 'editing.edit': { name: 'x' } } as object, $inc: { rev: 1 } },
      );
    const none = { 'editing.edit.name': { $exists: false } };
    expect(
      await Promise.all([name(first, none), name(second, { rev: 7, ...none }), name(third, none)]),
    ).toEqual([true, false, true]);
    const named = { 'editing.edit.name': 'x' };
    expect(
      await Promise.all([name(first, named), name(second, named), name(third, { rev: 1, ...named })]),
    ).toEqual([true, false, false]);
    expect([(await raw(first))?.rev, (await raw(second))?.rev, (await raw(third))?.rev]).toEqual([3, 1, 2]);
  });
});

import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '@vidhi/testing/engines.ts';
import { importBatch } from '../import/import-batch.ts';
import { noteCollection } from '../testing/content-store-contract.ts';
import { createContentStore, type ContentStore } from './content-store.ts';
import { unpack } from './editing.ts';
import { createRevisionMover } from './move-revisions.ts';
import { mongoRevisions, type Revisions } from './revisions.ts';
import { createIndexes } from '@vidhi/service-kit/stored-collection.ts';
import { contentCollection } from './content-collection.ts';

const DAY = 86_400_000;

describe('revisions in MongoDB', () => {
  let database: FreshDatabase;
  let connection: Connection;
  let store: ContentStore;
  let revisions: Revisions;
  let time = Date.parse('2026-01-01T10:00:00.000Z');

  beforeAll(async () => {
    database = freshDatabase('revisions');
    connection = await createConnection(database.url, { monitorCommands: true }).asPromise();
    store = createContentStore({
      connection,
      eventsOf: () => [],
      now: () => new Date((time += 1)),
    });
    revisions = mongoRevisions(connection);
    await createIndexes(connection, [contentCollection(noteCollection)]);
  });
  afterAll(async () => {
    await database.drop();
    await connection.close();
  });
  beforeEach(async () => {
    await store.documents(noteCollection).deleteMany({});
    await connection.collection('revisions').deleteMany({});
  });

  const aMover = (through: Revisions = revisions) =>
    createRevisionMover({ store, collections: [noteCollection], revisions: through });
  async function aNoteOf(...titles: string[]): Promise<number> {
    const [first, ...others] = titles;
    const { doc } = await store.create(noteCollection, { title: first, publishedAt: null });
    for (const title of others) await store.update(noteCollection, doc.id, () => ({ title }));
    return doc.id;
  }
  async function titlesOf(id: number): Promise<unknown[]> {
    const entries = await revisions.list(noteCollection, id);
    const all = await Promise.all(entries.map(({ rev }) => revisions.find(noteCollection, id, rev)));
    return all.map((revision) => (revision === null ? null : unpack(revision.values)['title']));
  }
  const raw = (id: number) => store.documents(noteCollection).findOne({ _id: id });

  it('are moved by the next process after a crash that followed the write', async () => {
    const id = await aNoteOf('One', 'Two', 'x'.repeat(5_000), 'Four');
    expect(await titlesOf(id)).toEqual([]);
    await aMover().sweep();
    expect(await titlesOf(id)).toEqual(['x'.repeat(5_000), 'Two', 'One']);
    const document = await raw(id);
    expect([document?.editing?.pending, document?.revisionsDue]).toEqual([[], undefined]);
  });

  it('are moved by the same commands, however many documents have some', async () => {
    const commands: string[] = [];
    const note = ({ commandName }: { commandName: string }): void => void commands.push(commandName);
    const moved = async (): Promise<string[]> => {
      connection.getClient().on('commandStarted', note);
      await aMover().sweep();
      connection.getClient().off('commandStarted', note);
      return commands.splice(0);
    };
    await aNoteOf('One', 'Two');
    const ofOne = await moved();
    const ids = await Promise.all(Array.from({ length: 30 }, (_, index) => aNoteOf('One', `Two ${index}`)));
    expect(await moved()).toEqual(ofOne);
    for (const id of ids) expect(await titlesOf(id)).toEqual(['One']);
    expect(await store.documents(noteCollection).countDocuments({ revisionsDue: { $exists: true } })).toBe(0);
  });

  it('are moved once by the next process after a crash between copy and removal', async () => {
    const id = await aNoteOf('One', 'Two');
    const dying: Revisions = {
      ...revisions,
      async add(...args) {
        await revisions.add(...args);
        throw new Error('killed');
      },
    };
    await expect(aMover(dying).move(noteCollection, id)).rejects.toThrow('killed');
    expect((await raw(id))?.editing?.pending).toHaveLength(1);
    await store.update(noteCollection, id, () => ({ title: 'Three' }));
    await aMover().sweep();
    expect(await titlesOf(id)).toEqual(['Two', 'One']);
    expect((await raw(id))?.revisionsDue).toBeUndefined();
  });

  it('are complete when movers and writers work at once', async () => {
    const id = await aNoteOf('0');
    const movers = [aMover(), aMover()];
    const writes = Array.from({ length: 20 }, async (_, index) => {
      await store.update(noteCollection, id, () => ({ marks: index + 1 }));
      await movers[index % 2]?.move(noteCollection, id);
    });
    await Promise.all(writes);
    await aMover().sweep();
    expect((await revisions.list(noteCollection, id)).map(({ rev }) => Number(rev))).toEqual(
      Array.from({ length: 20 }, (_, index) => 20 - index),
    );
  });

  it('go with a document that is forgotten, also where a crash left some in it', async () => {
    const id = await aNoteOf('One', 'Two');
    await aMover().sweep();
    await store.update(noteCollection, id, () => ({ title: 'Three' }));
    await store.remove(noteCollection, id, { forgets: true });
    expect(JSON.stringify(await raw(id))).not.toMatch(/One|Two|Three/);
    await aMover().sweep();
    expect(await titlesOf(id)).toEqual([]);
  });

  it('thin out after a month, also those of documents that nobody edits any more', async () => {
    const id = await aNoteOf('One', 'Two', 'Three');
    await aMover().sweep();
    time += 31 * DAY;
    await aMover().sweep();
    expect(await titlesOf(id)).toEqual(['Two']);
  });

  it('begin with the imported values, and a later import that changes them is an edit', async () => {
    const anItem = (title: string) => ({ id: 7, title, notes: [], updatedAt: '2026-01-02T00:00:00.000Z' });
    const run = (title: string) =>
      importBatch({ store, collection: noteCollection, items: [anItem(title)], onWritten: () => undefined });
    await run('Imported');
    expect((await store.find(noteCollection, 7))?.edit).toEqual({ rev: 0, by: null, at: null });
    await run('Imported');
    expect((await store.find(noteCollection, 7))?.edit?.rev).toBe(0);
    await run('Imported again');
    expect((await store.find(noteCollection, 7))?.edit).toMatchObject({ rev: 1, by: null });
    await store.update(noteCollection, 7, () => ({ title: 'Edited' }));
    await run('Imported once more');
    expect((await store.find(noteCollection, 7))?.edit?.rev).toBe(2);
    await aMover().sweep();
    expect(await revisions.list(noteCollection, 7)).toMatchObject([{ rev: '1', kind: 'import' }]);
  });

  it('are read by pages of documents without them', async () => {
    await aNoteOf('One', 'Two');
    const seen: object[] = [];
    await store.each(noteCollection, (_revised, document) => void seen.push(document));
    expect(seen).toHaveLength(1);
    expect(seen[0]).not.toHaveProperty('editing');
  });
});

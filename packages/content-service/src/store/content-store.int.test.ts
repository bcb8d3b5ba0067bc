import type { FastifyRequest } from 'fastify';
import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fileCollection } from '@vidhi/collections/catalog/file.ts';
import { createReadModel } from '@vidhi/content-engine';
import { createLinkUpdate } from '@vidhi/content-engine/internal.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { freshDatabase, type FreshDatabase } from '@vidhi/testing/engines.ts';
import {
  contentStoreContract,
  noteCollection,
  noteEvents,
  settingCollection,
} from '../testing/content-store-contract.ts';
import { memoryLiveModel } from '../testing/memory-live-model.ts';
import { createStoredWriter } from '../live/stored-writer.ts';
import type { Revised } from './content-writes.ts';
import { createContentStore, type ContentStore } from './content-store.ts';
import { createChangesReader } from './read-changes.ts';
import { importBatch } from '../import/import-batch.ts';
import { claimOrigin, findOrigin } from '../import/import-origin.ts';

const aNote = (id: number, values: Partial<StoredDocument> = {}): StoredDocument => ({
  id,
  title: `Note ${id}`,
  slug: `note-${id}`,
  marks: 1,
  image: null,
  notes: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
  publishedAt: '2026-01-03T00:00:00.000Z',
  ...values,
});

describe('the content store in MongoDB', () => {
  let database: FreshDatabase;
  let connection: Connection;
  let store: ContentStore;
  let notified: number[];
  let time = Date.parse('2026-11-20T10:00:00.000Z');

  beforeAll(async () => {
    database = freshDatabase('store');
    connection = await createConnection(database.url).asPromise();
  });
  afterAll(async () => {
    await database.drop();
    await connection.close();
  });
  beforeEach(async () => {
    notified = [];
    store = createContentStore({
      connection,
      eventsOf: noteEvents,
      now: () => new Date((time += 1)),
      hasTrash: () => true,
    });
    store.onWritten((_collection, id) => void notified.push(id));
    await store.documents(noteCollection).deleteMany({});
    await store.documents(settingCollection).deleteMany({});
    await connection.collection('import_origin').deleteMany({});
    await store.documents(noteCollection).createIndex({ slug: 1 }, { unique: true, sparse: true });
  });

  it('reads the documents that differ from those of the snapshot, and no others', async () => {
    const create = async (title: string): Promise<number> =>
      (await store.create(noteCollection, { title, marks: 7 })).doc.id;
    const same = await create('Same');
    const changed = await create('Changed');
    const removed = await create('Removed');
    const removedBefore = await create('Removed before');
    const added = await create('New');
    await store.update(noteCollection, changed, () => ({ title: 'Changed since' }));
    await store.remove(noteCollection, removed);
    await store.remove(noteCollection, removedBefore);
    const neverStored = 999_999;
    const revisions = new Map([
      [same, 1],
      [changed, 1],
      [removed, 1],
      [removedBefore, 2],
      [neverStored, 4],
    ]);
    const put: unknown[] = [];
    const gone: unknown[] = [];
    const counts: unknown[] = [];
    await createChangesReader(store, [noteCollection, settingCollection], { note: 'marks' })({
      revisionOf: (_name, id) => revisions.get(id),
      idsOf: (name) => (name === 'note' ? [same, changed, removed, neverStored] : []),
      put: (name, { id, title }, rev, comparedRev) => void put.push([name, id, title, rev, comparedRev]),
      remove: (name, id, rev, comparedRev) => void gone.push([name, id, rev, comparedRev]),
      count: (_name, id, value) => void counts.push([id, value]),
    });
    expect(put).toEqual([
      ['note', changed, 'Changed since', 2, 1],
      ['note', added, 'New', 1, undefined],
    ]);
    expect(gone).toEqual([
      ['note', removed, 2, 1],
      ['note', neverStored, undefined, 4],
    ]);
    expect(counts).toEqual([same, changed, added].map((id) => [id, 7]));
  });

  it('keeps every link that two writers add to one document at the same time', async () => {
    const options = { connection, eventsOf: noteEvents };
    const { doc } = await store.create(noteCollection, { title: 'One' });
    const writers = [createContentStore(options), createContentStore(options)].map((own) =>
      createStoredWriter({
        store: own,
        live: memoryLiveModel(createReadModel([fileCollection, noteCollection])),
        prepare: (_collection, values) => values,
      }),
    );
    const request = { headers: {}, principal: null } as unknown as FastifyRequest;
    const context = { request, audience: 'staff' } as const;
    const added = [11, 12, 13, 14, 15, 16, 17, 18];
    await Promise.all(
      added.map((id, index) => {
        const notes = createLinkUpdate({ toMany: true }, (ids) => [...ids, id]);
        return writers[index % 2]?.update(noteCollection, doc.id, { notes }, context);
      }),
    );
    const notes = (await store.find(noteCollection, doc.id))?.doc['notes'];
    expect(Array.isArray(notes) ? notes.toSorted() : notes).toEqual(added);
  });

  contentStoreContract(async () => ({
    store,
    events: async () => {
      const documents = await store.documents(noteCollection).find({}).sort({ _id: 1 }).toArray();
      return documents.flatMap(({ outbox = [] }) => outbox);
    },
  }));

  it('loses no update when many write the same document concurrently', async () => {
    const { doc } = await store.create(noteCollection, { title: 'Count', marks: 0 });
    const add = () =>
      store.update(noteCollection, doc.id, ({ marks }) => ({
        marks: (typeof marks === 'number' ? marks : 0) + 1,
      }));
    const revs = await Promise.all(Array.from({ length: 12 }, add));
    expect((await store.find(noteCollection, doc.id))?.doc['marks']).toBe(12);
    expect(new Set(revs.map((revised) => revised?.rev)).size).toBe(12);
  });

  /** Returns a store that runs the given step once, between an import's read of its documents and its bulk write. */
  function interrupted(step: () => Promise<unknown>): ContentStore {
    let pending: (() => Promise<unknown>) | null = step;
    return {
      ...store,
      documents(collection) {
        const documents = store.documents(collection);
        const bulkWrite: typeof documents.bulkWrite = async (...args) => {
          const interruption = pending;
          pending = null;
          await interruption?.();
          return documents.bulkWrite(...args);
        };
        return Object.assign(Object.create(documents) as typeof documents, { bulkWrite });
      },
    };
  }

  const importNotes = async (items: StoredDocument[], through: ContentStore = store, dryRun = false) => {
    const written: Revised[] = [];
    const outcome = await importBatch({
      store: through,
      collection: noteCollection,
      items,
      dryRun,
      counter: 'marks',
      onWritten: (revised) => void written.push(revised),
    });
    return { outcome, written };
  };
  const marksOf = async (id: number) => (await store.find(noteCollection, id))?.doc['marks'];

  it('imports documents with their ids and timestamps, and skips unchanged ones', async () => {
    const items = [aNote(7), aNote(8, { notes: [7] })];
    expect((await importNotes(items)).outcome).toEqual({ imported: 2, unchanged: 0, skipped: [] });
    expect((await importNotes(items)).outcome).toEqual({ imported: 0, unchanged: 2, skipped: [] });
    expect((await store.find(noteCollection, 8))?.doc).toEqual(items[1]);
    expect(notified.toSorted()).toEqual([7, 8]);
    expect((await store.create(noteCollection, { title: 'After' })).doc.id).toBeGreaterThan(8);
  });

  it('writes nothing in a dry run, and counts what an import would write', async () => {
    await importNotes([aNote(7)]);
    notified = [];
    const items = [aNote(7), aNote(8), aNote(7_000)];
    const { outcome, written } = await importNotes(items, store, true);
    expect(outcome).toEqual({ imported: 2, unchanged: 1, skipped: [] });
    expect([written, notified, await store.find(noteCollection, 8)]).toEqual([[], [], null]);
    expect((await store.create(noteCollection, { title: 'After' })).doc.id).toBeLessThan(7_000);
  });

  it('imports documents that have changed on the imported site', async () => {
    await importNotes([aNote(7), aNote(8)]);
    const { outcome } = await importNotes([aNote(7, { title: 'Changed', slug: null }), aNote(8)]);
    expect(outcome).toEqual({ imported: 1, unchanged: 1, skipped: [] });
    expect((await store.find(noteCollection, 7))?.doc).toMatchObject({ title: 'Changed', slug: null });
  });

  it('skips documents that were edited or deleted by an editor, with the reason', async () => {
    await importNotes([aNote(7), aNote(8)]);
    await store.update(noteCollection, 7, () => ({ title: 'Edited' }));
    await store.remove(noteCollection, 8);
    const { outcome } = await importNotes([aNote(7, { title: 'Newer' }), aNote(8)]);
    expect(outcome).toEqual({
      imported: 0,
      unchanged: 0,
      skipped: [
        { id: 7, reason: 'changed here since it was imported' },
        { id: 8, reason: 'deleted here since it was imported' },
      ],
    });
    expect((await store.find(noteCollection, 7))?.doc['title']).toBe('Edited');
    expect(await store.find(noteCollection, 8)).toBeNull();
  });

  it('stores the larger count, of edited documents too', async () => {
    await importNotes([aNote(7, { marks: 5 }), aNote(8, { marks: 5 })]);
    await store.update(noteCollection, 8, () => ({ title: 'Edited' }));
    await importNotes([aNote(7, { marks: 3 }), aNote(8, { marks: 9 })]);
    expect([await marksOf(7), await marksOf(8)]).toEqual([5, 9]);
    await importNotes([aNote(7, { marks: 6 })]);
    expect(await marksOf(7)).toBe(6);
    expect((await store.find(noteCollection, 8))?.doc['title']).toBe('Edited');
  });

  it('does not lose increments of the counter during an import', async () => {
    await importNotes([aNote(7, { marks: 5 })]);
    const count = () => store.documents(noteCollection).updateOne({ _id: 7 }, { $inc: { marks: 3 } });
    await importNotes([aNote(7, { marks: 5, title: 'Newer' })], interrupted(count));
    expect([await marksOf(7), (await store.find(noteCollection, 7))?.doc['title']]).toEqual([8, 'Newer']);
  });

  it('does not report a document as imported that an editor wrote meanwhile', async () => {
    await importNotes([aNote(7)]);
    const edit = () => store.update(noteCollection, 7, () => ({ title: 'Edited' }));
    const { outcome, written } = await importNotes([aNote(7, { title: 'Newer' })], interrupted(edit));
    expect(outcome).toEqual({
      imported: 0,
      unchanged: 0,
      skipped: [{ id: 7, reason: 'changed here since it was imported' }],
    });
    expect(written).toEqual([]);
  });

  it('does not report a raised counter of a document that an editor wrote meanwhile', async () => {
    await importNotes([aNote(7, { marks: 5 })]);
    await store.update(noteCollection, 7, () => ({ title: 'Edited' }));
    const edit = () => store.update(noteCollection, 7, () => ({ title: 'Edited again' }));
    const { written } = await importNotes([aNote(7, { marks: 9 })], interrupted(edit));
    expect(written).toEqual([]);
  });

  it('skips a document with a duplicate unique value, and imports the rest', async () => {
    await store.create(noteCollection, { title: 'Mine', slug: 'note-7' });
    const items = [aNote(107, { slug: 'note-7' }), aNote(108)];
    const { outcome } = await importNotes(items);
    expect(outcome.imported).toBe(1);
    expect(outcome.skipped).toEqual([
      { id: 107, reason: 'a value that must be unique is taken by another document' },
    ]);
    expect(await store.find(noteCollection, 108)).not.toBeNull();
  });

  it('continues the revisions of a document that was removed for another site', async () => {
    await importNotes([aNote(7)]);
    await store.remove(noteCollection, 7, { edited: false });
    const { written } = await importNotes([aNote(7, { title: 'Of the other site' })]);
    expect(written.map(({ rev }) => rev)).toEqual([3]);
    expect((await store.find(noteCollection, 7))?.doc['title']).toBe('Of the other site');
  });

  describe('the origin of an import', () => {
    const demo = { site: 'demo', demo: true };
    const real = { site: 'gazette.example', demo: false };
    const nothing = async (): Promise<void> => {};

    it('accepts the same site repeatedly', async () => {
      await claimOrigin(connection, real, false, nothing);
      await claimOrigin(connection, real, true, async () => expect.unreachable());
      expect(await findOrigin(connection)).toEqual(real);
    });

    it('rejects another site than the demo without replace', async () => {
      await claimOrigin(connection, demo, false, nothing);
      await expect(claimOrigin(connection, real, false, nothing)).rejects.toMatchObject({ status: 409 });
      expect(await findOrigin(connection)).toEqual(demo);
      let removed = 0;
      await claimOrigin(connection, real, true, async () => void (removed += 1));
      expect([removed, await findOrigin(connection)]).toEqual([1, real]);
    });

    it('never replaces a site that is not the demo', async () => {
      await claimOrigin(connection, real, false, nothing);
      for (const replace of [true, false])
        await expect(claimOrigin(connection, demo, replace, nothing)).rejects.toMatchObject({ status: 409 });
    });

    it('finishes a replacement that was interrupted', async () => {
      await claimOrigin(connection, demo, false, nothing);
      const cut = claimOrigin(connection, real, true, async () => {
        throw new Error('killed');
      });
      await expect(cut).rejects.toThrow('killed');
      let removed = 0;
      await claimOrigin(connection, real, true, async () => void (removed += 1));
      expect([removed, await findOrigin(connection)]).toEqual([1, real]);
    });
  });
});

import { expect, it } from 'vitest';
import { defineCollection } from '@vidhi/collections/declaration.ts';
import type { Change, ContentWrites, EventsOf } from '../store/content-writes.ts';
import { DuplicateValueError } from '../store/duplicate-values.ts';
import { CopyChangedError, EditedSinceError, unpack } from '../store/editing.ts';

export const noteCollection = defineCollection({
  name: 'note',
  plural: 'notes',
  uid: 'api::note.note',
  kind: 'collection',
  owner: 'news',
  draftAndPublish: true,
  attributes: {
    title: { type: 'string', required: true },
    slug: { type: 'string', unique: true },
    marks: { type: 'integer' },
    image: { type: 'media' },
    notes: { type: 'relation', relation: 'manyToMany', target: 'note' },
  },
});

export const settingCollection = defineCollection({
  name: 'setting',
  plural: 'settings',
  uid: 'api::setting.setting',
  kind: 'single',
  owner: 'news',
  draftAndPublish: false,
  attributes: { colour: { type: 'string' } },
});

/** Events of notes: the revision, and whether the document existed before and after the write. */
export const noteEvents: EventsOf = ({ id, rev, before, after, at, announce, actor }: Change) => [
  {
    id: `note:${id}:${rev}`,
    topic: 'notes',
    key: String(id),
    type: announce === true ? 'note.announced' : 'note.written',
    v: 1,
    occurredAt: at.toISOString(),
    data: {
      rev,
      before: before !== null,
      after: after !== null,
      ...(actor === undefined ? {} : { by: actor.id }),
    },
  },
];

export interface StoreUnderTest {
  store: ContentWrites;
  /** Resolves with the events of all writes so far, in order per document. */
  events: () => Promise<{ id: string; type: string; data: unknown }[]>;
}

/** Contract test of `ContentWrites`, which runs against the store in MongoDB and the one in memory. */
export function contentStoreContract(make: () => Promise<StoreUnderTest>): void {
  it('creates documents with all attributes and new ids', async () => {
    const { store } = await make();
    const first = await store.create(noteCollection, { title: 'One', publishedAt: null });
    const second = await store.create(noteCollection, { title: 'Two', notes: [first.doc.id] });
    expect(second.doc.id).toBeGreaterThan(first.doc.id);
    expect(first).toMatchObject({
      rev: 1,
      doc: { title: 'One', slug: null, marks: null, image: null, notes: [] },
    });
    expect(await store.find(noteCollection, second.doc.id)).toEqual(second);
  });

  it('rejects a duplicate value of a unique attribute, and accepts it after the other document was removed', async () => {
    const { store } = await make();
    const { doc } = await store.create(noteCollection, { title: 'One', slug: 'one' });
    const other = await store.create(noteCollection, { title: 'Two', slug: 'two' });
    await expect(store.create(noteCollection, { title: 'Copy', slug: 'one' })).rejects.toBeInstanceOf(
      DuplicateValueError,
    );
    await expect(store.update(noteCollection, other.doc.id, () => ({ slug: 'one' }))).rejects.toBeInstanceOf(
      DuplicateValueError,
    );
    expect((await store.find(noteCollection, other.doc.id))?.doc['slug']).toBe('two');
    await store.remove(noteCollection, doc.id);
    expect((await store.create(noteCollection, { title: 'Again', slug: 'one' })).doc['slug']).toBe('one');
  });

  it('accepts many documents without a value of a unique attribute', async () => {
    const { store } = await make();
    await store.create(noteCollection, { title: 'One' });
    const { doc } = await store.create(noteCollection, { title: 'Two', slug: 'two' });
    expect((await store.update(noteCollection, doc.id, () => ({ slug: null })))?.doc['slug']).toBeNull();
  });

  it('updates the decided attributes and updatedAt, and no others', async () => {
    const { store } = await make();
    const { doc } = await store.create(noteCollection, {
      title: 'One',
      marks: 3,
      updatedAt: '2020-01-01T00:00:00.000Z',
    });
    const updated = await store.update(noteCollection, doc.id, (current) => ({
      title: `${String(current['title'])}!`,
    }));
    expect(updated).toMatchObject({ rev: 2, doc: { title: 'One!', marks: 3, createdAt: doc.createdAt } });
    expect(updated?.doc.updatedAt).not.toBe(doc.updatedAt);
    expect(await store.find(noteCollection, doc.id)).toEqual(updated);
  });

  it('resolves null for missing documents, without events', async () => {
    const { store, events } = await make();
    expect(await store.find(noteCollection, 404)).toBeNull();
    expect(await store.update(noteCollection, 404, () => ({ title: 'x' }))).toBeNull();
    expect(await store.remove(noteCollection, 404)).toBeNull();
    expect(await store.touch(noteCollection, 404)).toBeNull();
    expect(await events()).toEqual([]);
  });

  it('stores one event with each write, removals included, and never reuses an id', async () => {
    const { store, events } = await make();
    const { doc } = await store.create(noteCollection, { title: 'One' });
    await store.update(noteCollection, doc.id, () => ({ title: 'Two' }));
    await store.touch(noteCollection, doc.id);
    expect(await store.remove(noteCollection, doc.id)).toMatchObject({ rev: 4, doc: { title: 'Two' } });
    expect(await store.find(noteCollection, doc.id)).toBeNull();
    expect((await events()).map(({ id, type, data }) => [id, type, data])).toEqual([
      [`note:${doc.id}:1`, 'note.written', { rev: 1, before: false, after: true }],
      [`note:${doc.id}:2`, 'note.written', { rev: 2, before: true, after: true }],
      [`note:${doc.id}:3`, 'note.announced', { rev: 3, before: true, after: true }],
      [`note:${doc.id}:4`, 'note.written', { rev: 4, before: true, after: false }],
    ]);
    expect((await store.create(noteCollection, { title: 'Next' })).doc.id).toBeGreaterThan(doc.id);
  });

  it('gives the events of each write its actor, and none to those of the system', async () => {
    const { store, events } = await make();
    const by = (id: number) => ({ actor: { id, role: 10, via: 'api' } as const });
    const { doc } = await store.create(noteCollection, { title: 'One' }, by(1));
    await store.update(noteCollection, doc.id, () => ({ title: 'Two' }), by(2));
    await store.touch(noteCollection, doc.id);
    await store.remove(noteCollection, doc.id, { ...by(3), edited: false });
    const authors = (await events()).map(({ data }) => (data as { by?: number }).by);
    expect(authors).toEqual([1, 2, undefined, 3]);
  });

  it('stores a single type under id 1, also after it was deleted', async () => {
    const { store } = await make();
    await store.ensureSingle(settingCollection, { colour: 'red' });
    await store.ensureSingle(settingCollection, { colour: 'blue' });
    expect(await store.find(settingCollection, 1)).toMatchObject({ rev: 1, doc: { id: 1, colour: 'red' } });
    await store.remove(settingCollection, 1);
    expect(await store.find(settingCollection, 1)).toBeNull();
    expect(await store.create(settingCollection, { colour: 'green' })).toMatchObject({
      rev: 3,
      doc: { id: 1, colour: 'green' },
    });
    await store.remove(settingCollection, 1);
    await store.ensureSingle(settingCollection, { colour: 'black' });
    expect((await store.find(settingCollection, 1))?.doc['colour']).toBe('black');
  });

  it('numbers edits, and neither announcements nor writes that change nothing', async () => {
    const { store } = await make();
    const actor = { id: 7, role: 10, via: 'console' } as const;
    const created = await store.create(noteCollection, { title: 'One' }, { actor });
    const { id } = created.doc;
    await store.touch(noteCollection, id);
    const same = await store.update(noteCollection, id, () => ({ title: 'One' }));
    const edited = await store.update(noteCollection, id, () => ({ title: 'Two' }));
    expect([created.edit, same?.edit, edited?.edit]).toMatchObject([
      { rev: 1, by: 7 },
      { rev: 1, by: 7 },
      { rev: 2, by: null },
    ]);
    expect((await store.find(noteCollection, id))?.edit).toEqual(edited?.edit);
  });

  it('rejects a write on an edit that is not the latest one, and makes none', async () => {
    const { store } = await make();
    const { doc } = await store.create(noteCollection, { title: 'One' });
    await store.update(noteCollection, doc.id, () => ({ marks: 1 }), { ifEdited: [1] });
    const late = { ifEdited: [1] };
    await expect(store.update(noteCollection, doc.id, () => ({ title: 'Late' }), late)).rejects.toMatchObject(
      {
        state: { rev: 2 },
        changed: ['marks'],
      },
    );
    await expect(store.remove(noteCollection, doc.id, late)).rejects.toBeInstanceOf(EditedSinceError);
    expect((await store.find(noteCollection, doc.id))?.doc).toMatchObject({ title: 'One', marks: 1 });
  });

  it('changes a working copy only where it has the expected number, until a save uses it', async () => {
    const { store, events } = await make();
    const { doc } = await store.create(noteCollection, { title: 'One' });
    const { doc: other } = await store.create(noteCollection, { title: 'Other' });
    const before = (await events()).length;
    const at = '2026-11-20T10:00:00.000Z';
    const copy = { baseRev: 1, by: 7, at, since: at, tab: 'a', n: 1, values: { json: '{"title":"Typed"}' } };
    const change = (expectedSeq: number) =>
      store.changeEditing(noteCollection, doc.id, { expectedSeq, copy });
    expect([await change(0), await change(0), await change(1), await change(3)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(await store.listCopied(noteCollection)).toEqual([doc.id]);
    expect(await store.listCopied(noteCollection, [other.id])).toEqual([]);
    expect(await store.listCopies(noteCollection, 5)).toEqual([
      { doc: expect.objectContaining({ id: doc.id, title: 'One' }), copy: { ...copy, seq: 2 } },
    ]);
    await store.changeEditing(noteCollection, other.id, { expectedSeq: 0, copy });
    expect((await store.listCopies(noteCollection, 1)).map((one) => one.doc.id)).toEqual([other.id]);
    await store.changeEditing(noteCollection, other.id, { expectedSeq: 1, copy: null });
    expect(await store.findEditing(noteCollection, doc.id)).toMatchObject({
      copySeq: 2,
      copy: { ...copy, seq: 2 },
    });
    expect([(await events()).length, (await store.find(noteCollection, doc.id))?.rev]).toEqual([before, 1]);
    await expect(
      store.update(noteCollection, doc.id, () => ({ title: 'Typed' }), { usesCopy: 1 }),
    ).rejects.toBeInstanceOf(CopyChangedError);
    await store.update(noteCollection, doc.id, () => ({ title: 'Typed' }), { usesCopy: 2 });
    const used = await store.findEditing(noteCollection, doc.id);
    expect([used?.copySeq, used?.copy]).toEqual([3, undefined]);
    expect(await store.listCopied(noteCollection)).toEqual([]);
    expect(await store.changeEditing(noteCollection, 404, { expectedSeq: 0, copy })).toBe(false);
  });

  it('adds superseded values to the document with the write, with the name that they were given', async () => {
    const { store } = await make();
    const { doc } = await store.create(noteCollection, { title: 'One' });
    expect(await store.renameEdit(noteCollection, doc.id, 1, { name: 'As filed', note: null })).toBe(true);
    expect(await store.renameEdit(noteCollection, doc.id, 2, { name: 'No', note: null })).toBe(false);
    await store.update(noteCollection, doc.id, () => ({ title: 'Two' }));
    const { pending = [], edit } = (await store.findEditing(noteCollection, doc.id)) ?? {};
    expect(pending).toMatchObject([{ rev: '1', kind: 'create', name: 'As filed' }]);
    expect(pending.map(({ values }) => unpack(values)['title'])).toEqual(['One']);
    expect(edit).not.toHaveProperty('name');
  });

  it('keeps what was typed but not saved among the revisions of a document that is removed', async () => {
    const { store } = await make();
    const { doc } = await store.create(noteCollection, { title: 'One' });
    const at = '2026-11-20T10:00:00.000Z';
    const values = { json: '{"title":"Typed"}' };
    const copy = { baseRev: 1, by: 7, at, since: at, tab: 'a', n: 1, values };
    await store.changeEditing(noteCollection, doc.id, { expectedSeq: 0, copy });
    await store.remove(noteCollection, doc.id);
    await store.restore(noteCollection, doc.id, ({ id: _id, ...former }) => former, { kind: 'restore' });
    const { pending = [], copy: left } = (await store.findEditing(noteCollection, doc.id)) ?? {};
    expect(left).toBeUndefined();
    expect(pending).toMatchObject([
      { rev: '1', kind: 'create' },
      { rev: expect.stringMatching(/^1-d/), kind: 'discarded', by: 7, changed: ['title'] },
    ]);
    expect(unpack(pending[1]?.values ?? { json: '{}' })).toEqual({ title: 'Typed' });
  });

  it('stores a removed document again as it was, once, and continues its edits', async () => {
    const { store } = await make();
    const { doc } = await store.create(noteCollection, { title: 'One', slug: 'one', marks: 3 });
    await store.remove(noteCollection, doc.id, { actor: { id: 7, role: 10, via: 'console' } });
    const page = { after: new Date(0), page: 1, pageSize: 10 };
    expect(await store.listTrash(noteCollection, page)).toMatchObject({
      total: 1,
      entries: [{ id: doc.id, by: 7, doc: { title: 'One', marks: 3 } }],
    });
    expect(await store.findTrashed(noteCollection, doc.id)).toMatchObject({ doc: { slug: 'one' } });
    const restored = await store.restore(noteCollection, doc.id, ({ id: _id, ...values }) => values, {
      kind: 'restore',
    });
    expect(restored).toMatchObject({ rev: 3, doc: { id: doc.id, title: 'One' }, edit: { rev: 3 } });
    expect(restored?.doc.createdAt).toBe(doc.createdAt);
    expect(await store.restore(noteCollection, doc.id, () => ({}))).toBeNull();
    expect((await store.listTrash(noteCollection, page)).total).toBe(0);
  });

  it('restores nothing where another document has its value of a unique attribute', async () => {
    const { store } = await make();
    const { doc } = await store.create(noteCollection, { title: 'One', slug: 'one' });
    await store.remove(noteCollection, doc.id);
    await store.create(noteCollection, { title: 'Two', slug: 'one' });
    const restore = (slug: string) => store.restore(noteCollection, doc.id, () => ({ title: 'One', slug }));
    await expect(restore('one')).rejects.toThrow(DuplicateValueError);
    await expect(restore('one')).rejects.toMatchObject({ attribute: 'slug' });
    expect(await restore('one-1')).toMatchObject({ doc: { slug: 'one-1' } });
  });

  it('removes a document of the trash for ever, and nothing that is not in it', async () => {
    const { store } = await make();
    const { doc } = await store.create(noteCollection, { title: 'One' });
    await store.update(noteCollection, doc.id, () => ({ title: 'Two' }));
    expect(await store.purge(noteCollection, doc.id)).toBeNull();
    await store.remove(noteCollection, doc.id);
    expect(await store.purge(noteCollection, doc.id)).toMatchObject({ id: doc.id, doc: { title: 'Two' } });
    expect(await store.findTrashed(noteCollection, doc.id)).toBeNull();
    expect(await store.restore(noteCollection, doc.id, () => ({}))).toBeNull();
    expect(await store.purge(noteCollection, doc.id)).toBeNull();
    expect(await store.find(noteCollection, doc.id)).toBeNull();
  });

  it('has no trash of a document that is forgotten', async () => {
    const { store } = await make();
    const { doc } = await store.create(noteCollection, { title: 'One' });
    await store.remove(noteCollection, doc.id, { forgets: true });
    expect(await store.findTrashed(noteCollection, doc.id)).toBeNull();
  });

  it('holds nothing of a document that is forgotten, and continues its edits', async () => {
    const { store } = await make();
    await store.create(settingCollection, { colour: 'red' });
    await store.update(settingCollection, 1, () => ({ colour: 'blue' }));
    await store.remove(settingCollection, 1, { forgets: true });
    expect(await store.findEditing(settingCollection, 1)).toBeNull();
    const again = await store.create(settingCollection, { colour: 'green' });
    expect(again.edit).toMatchObject({ rev: 3 });
    expect((await store.findEditing(settingCollection, 1))?.pending ?? []).toEqual([]);
  });
}

/**
 * `testing/` holds stores in memory for tests: a content store (this file) with the contract test that it shares with the
 * one in MongoDB, and a live model.
 */
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { OutboxEntry } from '@vidhi/messaging/outbox.ts';
import type { Collection } from '@vidhi/content-engine';
import {
  storedNames,
  toFields,
  toStored,
  type ContentDocument,
  type Values,
} from '../store/content-document.ts';
import type { ContentWrites, EventsOf, Revised, WriteOrigin } from '../store/content-writes.ts';
import { DuplicateValueError } from '../store/duplicate-values.ts';
import type { Revisions } from '../store/revisions.ts';
import type { Editing, Trashed } from '../store/edit-types.ts';
import { fromTrash, toTrash } from '../store/trash.ts';
import { editStateOf, planEdit, requireConditions } from '../store/editing.ts';

/** A content store in memory for tests, under the same contract test as the one in MongoDB. */
export interface MemoryContentStore extends ContentWrites {
  /** Events of all writes, in order. */
  readonly events: OutboxEntry[];
  /** Moves superseded values, as the mover of revisions does. */
  settle(collection: Collection, id: number, revisions: Revisions): Promise<void>;
}

interface Entry {
  doc: StoredDocument;
  rev: number;
  removed: boolean;
  editing: Editing;
  trash?: Trashed;
}

const revisedOf = ({ doc, rev, editing }: Entry): Revised => ({ doc, rev, edit: editStateOf(editing) });

/** @param now clock of timestamps and events. */
export function memoryContentStore(
  eventsOf: EventsOf = () => [],
  now: () => Date = () => new Date(),
): MemoryContentStore {
  const collections = new Map<string, Map<number, Entry>>();
  const lastIds = new Map<string, number>();
  const events: OutboxEntry[] = [];

  const documentsOf = ({ name }: Collection): Map<number, Entry> => {
    const documents = collections.get(name) ?? new Map<number, Entry>();
    collections.set(name, documents);
    return documents;
  };
  const findEntry = (collection: Collection, id: number): Entry | null => {
    const found = documentsOf(collection).get(id);
    return found === undefined || found.removed ? null : found;
  };

  function rejectDuplicates(collection: Collection, { id, ...values }: StoredDocument): void {
    for (const [name, attribute] of Object.entries(collection.attributes)) {
      const value = values[name];
      if (!('unique' in attribute) || value === null || value === undefined) continue;
      for (const other of documentsOf(collection).values())
        if (!other.removed && other.doc.id !== id && other.doc[name] === value)
          throw new DuplicateValueError(collection, name);
    }
  }

  function write(
    collection: Collection,
    id: number,
    after: StoredDocument | null,
    options: WriteOrigin & { announce?: true; isEdit?: boolean } = {},
  ): Revised {
    const { announce, isEdit = true, ...origin } = options;
    const { traceparent, actor, kind, action, reason } = origin;
    const before = findEntry(collection, id)?.doc ?? null;
    const former = documentsOf(collection).get(id);
    const editing = former?.editing ?? {};
    const rev = (former?.rev ?? 0) + 1;
    if (before !== null) requireConditions(editing, origin);
    if (after !== null) rejectDuplicates(collection, after);
    const at = now();
    const change = { collection, before, after, id, rev, at, traceparent, actor, kind, action, reason };
    events.push(...eventsOf({ ...change, ...(announce === undefined ? {} : { announce }) }));
    const doc = after ?? before;
    if (doc === null) throw new Error('nothing to write');
    const edit =
      announce === true || !isEdit ? null : planEdit({ collection, before, after, editing }, origin, at);
    const { copy, ...others } = editing;
    const written: Entry = {
      doc,
      rev,
      removed: after === null,
      editing: {
        ...others,
        ...(copy === undefined || edit?.removesCopy === true ? {} : { copy }),
        ...edit?.set,
        ...(edit === null || edit.superseded.length === 0
          ? {}
          : { pending: [...(editing.pending ?? []), ...edit.superseded] }),
      },
    };
    documentsOf(collection).set(id, written);
    return revisedOf(written);
  }

  const stored = (collection: Collection, id: number, values: Values): StoredDocument => {
    const document: Pick<ContentDocument, '_id'> = { _id: id, ...toFields(collection, values).$set };
    return toStored(collection, document);
  };
  const timestamps = (collection: Collection): Values => {
    const at = now().toISOString();
    return collection.timestamps ? { createdAt: at, updatedAt: at } : {};
  };

  return {
    events,
    async find(collection, id) {
      const found = findEntry(collection, id);
      return found === null ? null : revisedOf(found);
    },
    async findMany(collection, ids) {
      return new Map(
        ids.flatMap((id) => {
          const found = findEntry(collection, id);
          return found === null ? [] : [[id, revisedOf(found)] as const];
        }),
      );
    },
    async findEditing(collection, id) {
      return findEntry(collection, id)?.editing ?? null;
    },
    async listCopied(collection, ids) {
      return [...documentsOf(collection)].flatMap(([id, { editing, removed }]) =>
        editing.copy !== undefined && !removed && (ids?.includes(id) ?? true) ? [id] : [],
      );
    },
    async listCopies(collection, limit) {
      const newest = [...documentsOf(collection).values()].toSorted((a, b) => b.doc.id - a.doc.id);
      return newest
        .flatMap(({ doc, editing: { copy }, removed }) =>
          copy === undefined || removed ? [] : [{ doc, copy }],
        )
        .slice(0, limit);
    },
    async changeEditing(collection, id, { expectedSeq, copy, revision }) {
      const found = findEntry(collection, id);
      if (found === null || (found.editing.copySeq ?? 0) !== expectedSeq) return false;
      const copySeq = expectedSeq + 1;
      const { copy: _former, ...others } = found.editing;
      found.editing = {
        ...others,
        copySeq,
        ...(copy === null ? {} : { copy: { ...copy, seq: copySeq } }),
        ...(revision === undefined ? {} : { pending: [...(others.pending ?? []), revision] }),
      };
      return true;
    },
    async renameEdit(collection, id, rev, { name, note }) {
      const found = findEntry(collection, id);
      if (found?.editing.edit?.rev !== rev) return false;
      const { name: _name, note: _note, ...edit } = found.editing.edit;
      const named = { ...edit, ...(name === null ? {} : { name }), ...(note === null ? {} : { note }) };
      found.editing = { ...found.editing, edit: named };
      return true;
    },
    async settle(collection, id, revisions) {
      const found = documentsOf(collection).get(id);
      if (found === undefined) return;
      if (found.removed && found.editing.forgotten === true) await revisions.forget(collection, id);
      else await revisions.add(collection, new Map([[id, found.editing.pending ?? []]]));
      found.editing = { ...found.editing, pending: [] };
    },
    async create(collection, values, origin) {
      const id = collection.kind === 'single' ? 1 : (lastIds.get(collection.name) ?? 0) + 1;
      lastIds.set(collection.name, id);
      return write(collection, id, stored(collection, id, { ...timestamps(collection), ...values }), origin);
    },
    async update(collection, id, decide, origin) {
      const found = findEntry(collection, id);
      if (found === null) return null;
      requireConditions(found.editing, origin);
      const { updatedAt } = timestamps(collection);
      const values = { ...(updatedAt === undefined ? {} : { updatedAt }), ...decide(found.doc) };
      const names = new Set(storedNames(collection));
      const storedValues = Object.entries(values).filter(([name]) => names.has(name));
      return write(collection, id, { ...found.doc, ...Object.fromEntries(storedValues), id }, origin);
    },
    async touch(collection, id) {
      const found = findEntry(collection, id);
      return found === null ? null : write(collection, id, found.doc, { announce: true });
    },
    async remove(collection, id, { edited = true, forgets = !edited, requireCurrent, ...origin } = {}) {
      const found = findEntry(collection, id);
      if (found === null) return null;
      requireConditions(found.editing, origin);
      requireCurrent?.(found.doc);
      const removed = write(collection, id, null, { ...origin, isEdit: !forgets });
      const entry = documentsOf(collection).get(id);
      if (!forgets && entry !== undefined && collection.kind === 'collection')
        entry.trash = toTrash(found.doc, origin.actor?.id ?? null, now());
      if (forgets && entry !== undefined) entry.editing = { rev: entry.editing.rev ?? 0, forgotten: true };
      return removed;
    },
    async listTrash(collection, { after, page, pageSize }) {
      const all = [...documentsOf(collection)].flatMap(([id, { trash }]) =>
        trash === undefined || trash.at <= after.toISOString() ? [] : [fromTrash(id, trash)],
      );
      const sorted = all.toSorted((a, b) => b.at.localeCompare(a.at));
      return { entries: sorted.slice((page - 1) * pageSize, page * pageSize), total: all.length };
    },
    async findTrashed(collection, id) {
      const trash = documentsOf(collection).get(id)?.trash;
      return trash === undefined ? null : fromTrash(id, trash);
    },
    async restore(collection, id, decide, origin) {
      const trash = documentsOf(collection).get(id)?.trash;
      if (trash === undefined) return null;
      const { updatedAt } = timestamps(collection);
      const values = {
        ...decide(fromTrash(id, trash).doc),
        ...(updatedAt === undefined ? {} : { updatedAt }),
      };
      return write(collection, id, stored(collection, id, values), origin);
    },
    async purge(collection, id, origin = {}) {
      const entry = documentsOf(collection).get(id);
      if (entry?.trash === undefined) return null;
      const trashed = fromTrash(id, entry.trash);
      const { traceparent, actor, action, reason } = origin;
      const rev = entry.rev + 1;
      const purge = { before: trashed.doc, after: null, isPurge: true as const };
      events.push(
        ...eventsOf({ collection, id, rev, at: now(), traceparent, actor, action, reason, ...purge }),
      );
      const { trash: _trash, ...others } = entry;
      documentsOf(collection).set(id, {
        ...others,
        rev,
        editing: { rev: entry.editing.rev ?? 0, forgotten: true },
      });
      return trashed;
    },
    async ensureSingle(collection, values) {
      if (findEntry(collection, 1) === null)
        write(collection, 1, stored(collection, 1, { ...timestamps(collection), ...values }), {
          isEdit: false,
        });
    },
    async each(collection, use) {
      for (const [id, { doc, rev, removed }] of documentsOf(collection))
        if (!removed) use({ doc, rev }, { _id: id, rev });
    },
  };
}

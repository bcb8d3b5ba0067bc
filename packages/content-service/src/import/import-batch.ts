import { createHash } from 'node:crypto';
import type { mongo } from 'mongoose';
import type { ImportOutcome, StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { reserveIds } from '@vidhi/service-kit/counters.ts';
import type { Collection } from '@vidhi/content-engine';
import {
  storedNames,
  toFields,
  toStored,
  type ContentDocument,
  type Values,
} from '../store/content-document.ts';
import type { Revised } from '../store/content-writes.ts';
import type { ContentStore } from '../store/content-store.ts';
import type { Editing } from '../store/edit-types.ts';
import { changedNames } from '../store/editing.ts';

export interface ImportOptions {
  store: ContentStore;
  collection: Collection;
  items: readonly StoredDocument[];
  /** Attribute that the service increments itself: not part of the hash, and the larger value is stored. */
  counter?: string;
  /** Plans the writes and counts them as imported, without one. */
  dryRun?: boolean;
  /** Called for each document that was written. */
  onWritten: (revised: Revised) => void;
}

const EDITED = 'changed here since it was imported';
const DELETED = 'deleted here since it was imported';
const TAKEN = 'a value that must be unique is taken by another document';
const RACED = 'it was edited repeatedly during the import';
const MAX_ROUNDS = 3;
/** Documents in one bulk write. Small, because an editor's concurrent write waits for it. */
const BATCH_SIZE = 250;

/** Hash of an imported document without its counter. */
export function importHash(collection: Collection, item: StoredDocument, counter?: string): string {
  const names = storedNames(collection).filter((name) => name !== counter);
  const parts = names.map((name) => item[name] ?? null);
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

interface Planned {
  revised: Revised;
  operation: mongo.AnyBulkWriteOperation<ContentDocument>;
  hash: string | undefined;
  edited: boolean;
}

const countOf = (document: object | undefined, name: string): number => {
  const value = (document as Values | undefined)?.[name];
  return typeof value === 'number' ? value : 0;
};

/**
 * Writes imported documents that are new or whose hash has changed. Skips documents that an editor has created, changed
 * or deleted; of these it only raises the counter. Reserves the ids. Documents that change concurrently are retried
 * MAX_ROUNDS times.
 */
export async function importBatch(options: ImportOptions): Promise<ImportOutcome> {
  const { store, collection, counter, dryRun = false, onWritten } = options;
  const outcome: ImportOutcome = { imported: 0, unchanged: 0, skipped: [] };
  const items = new Map(options.items.map((item) => [item.id, item]));
  if (!dryRun) await reserveIds(store.connection, collection.name, Math.max(0, ...items.keys()));
  const all = [...items.values()];
  for (let from = 0; from < all.length; from += BATCH_SIZE) {
    let pending = all.slice(from, from + BATCH_SIZE);
    for (let round = 0; pending.length > 0 && round < MAX_ROUNDS; round += 1)
      pending = await importRound(pending);
    for (const { id } of pending) outcome.skipped.push({ id, reason: RACED });
  }
  return outcome;

  /** Resolves with the documents to retry, which changed concurrently. */
  async function importRound(batch: readonly StoredDocument[]): Promise<StoredDocument[]> {
    const existing = await store
      .documents(collection)
      .find({ _id: { $in: batch.map(({ id }) => id) } }, { projection: { outbox: 0 } })
      .toArray();
    const byId = new Map(existing.map((document) => [document._id, document]));
    const planned = batch.flatMap((item) => plan(item, byId.get(item.id)) ?? []);
    if (dryRun) outcome.imported += planned.filter(({ edited }) => !edited).length;
    if (planned.length === 0 || dryRun) return [];
    const duplicates = await writeAll(planned);
    return checkWritten(planned, duplicates);
  }

  /** Returns null when nothing is to be written, after recording the reason in the outcome. */
  function plan(item: StoredDocument, existing: ContentDocument | undefined): Planned | null {
    const hash = importHash(collection, item, counter);
    const largest = counter === undefined ? 0 : Math.max(countOf(item, counter), countOf(existing, counter));
    const countGrew = counter !== undefined && largest > countOf(existing, counter);
    if (existing?.edited === true) {
      outcome.skipped.push({ id: item.id, reason: existing.removed === true ? DELETED : EDITED });
      return countGrew && existing.removed !== true
        ? planWrite(existing, { [counter]: largest }, existing.importHash, true)
        : null;
    }
    if (existing?.importHash === hash && existing.removed !== true && !countGrew) {
      outcome.unchanged += 1;
      return null;
    }
    const values: Record<string, unknown> = { ...item };
    if (counter !== undefined) values[counter] = largest;
    return planWrite(existing ?? { _id: item.id, rev: 0 }, values, hash, false);
  }

  function planWrite(
    existing: ContentDocument,
    values: Values,
    hash: string | undefined,
    edited: boolean,
  ): Planned {
    const at = store.now();
    const rev = existing.rev + 1;
    const before = existing.rev === 0 || existing.removed === true ? null : toStored(collection, existing);
    const { $set, $unset } = toFields(collection, values);
    const after = toStored(collection, { ...existing, ...toNulls($unset), ...$set, _id: existing._id });
    const outbox = store.eventsOf({ collection, before, after, id: existing._id, rev, at });
    const due = outbox.length === 0 ? {} : { outboxDue: at };
    const stamps = {
      ...(hash === undefined ? {} : { importHash: hash }),
      ...importEdit(collection, counter, before, after, existing.editing, at),
      edited,
      ...due,
    };
    // The counter may be incremented meanwhile, without a new revision.
    const { counted, others } = splitCounter($set, counter);
    const update: mongo.UpdateFilter<ContentDocument> = {
      $set: { ...others, ...stamps },
      $max: counted,
      $unset: { ...$unset, removed: '' },
      $inc: { rev: 1 },
      $push: { outbox: { $each: outbox } },
    };
    const operation: mongo.AnyBulkWriteOperation<ContentDocument> =
      existing.rev === 0
        ? { insertOne: { document: { _id: existing._id, rev, ...$set, ...stamps, outbox } } }
        : {
            updateOne: {
              filter: { _id: existing._id, rev: existing.rev },
              update,
            },
          };
    return { revised: { doc: after, rev }, operation, hash, edited };
  }

  /** Resolves with the ids of documents that a unique index rejected. */
  async function writeAll(planned: readonly Planned[]): Promise<Set<number>> {
    try {
      await store.documents(collection).bulkWrite(
        planned.map(({ operation }) => operation),
        { ordered: false },
      );
      return new Set();
    } catch (error) {
      const failures = findDuplicates(error);
      if (failures === null) throw error;
      return new Set(failures.flatMap((index) => planned[index]?.revised.doc.id ?? []));
    }
  }

  /**
   * Reads back the documents to find which writes succeeded, notifies the relay of these, and resolves with the documents
   * to retry. The result of `bulkWrite` does not tell which updates matched.
   */
  async function checkWritten(
    planned: readonly Planned[],
    duplicates: ReadonlySet<number>,
  ): Promise<StoredDocument[]> {
    const ids = planned.map(({ revised }) => revised.doc.id);
    const found = await store
      .documents(collection)
      .find({ _id: { $in: ids } }, { projection: { rev: 1, importHash: 1, edited: 1, updatedAt: 1 } })
      .toArray();
    const byId = new Map(found.map((document) => [document._id, document]));
    const again: StoredDocument[] = [];
    for (const plan of planned) {
      const { revised } = plan;
      const { id } = revised.doc;
      const now = byId.get(id);
      const reported = outcome.skipped.some((skip) => skip.id === id);
      if (now !== undefined && isWritten(plan, now)) {
        if (!reported) outcome.imported += 1;
        store.notify(collection, id, 'bulk');
        onWritten(revised);
      } else if (duplicates.has(id) && (now?.rev ?? 0) < revised.rev) {
        if (!reported) outcome.skipped.push({ id, reason: TAKEN });
      } else {
        const item = items.get(id);
        if (item !== undefined && !reported) again.push(item);
      }
    }
    return again;
  }
}

/** Returns what tells editors who have the document open that an import changed it. */
function importEdit(
  collection: Collection,
  counter: string | undefined,
  before: StoredDocument | null,
  after: StoredDocument,
  editing: Editing | undefined,
  now: Date,
): Values {
  const names = before === null ? [] : changedNames(collection, before, after);
  const changed = names.filter((name) => name !== counter);
  if (changed.length === 0) return {};
  const [rev, at] = [(editing?.rev ?? 0) + 1, now.toISOString()];
  return {
    'editing.rev': rev,
    'editing.edit': { rev, at, since: at, by: null, kind: 'import', changed },
  };
}

/** Returns whether the document is the planned one, and not another write under the same revision. */
function isWritten({ revised, hash, edited }: Planned, now: ContentDocument): boolean {
  const { updatedAt = null } = now as { updatedAt?: string };
  return (
    now.rev === revised.rev &&
    now.importHash === hash &&
    now.edited === edited &&
    updatedAt === (revised.doc.updatedAt ?? null)
  );
}

function splitCounter($set: Values, counter: string | undefined): { counted: Values; others: Values } {
  if (counter === undefined || !(counter in $set)) return { counted: {}, others: $set };
  const { [counter]: value, ...others } = $set;
  return { counted: { [counter]: value }, others };
}

const toNulls = (unset: Readonly<Record<string, ''>>): Record<string, null> =>
  Object.fromEntries(Object.keys(unset).map((name) => [name, null]));

const DUPLICATE_KEY = 11_000;

/** Returns the indexes of the operations that a unique index rejected; null for any other error. */
function findDuplicates(error: unknown): number[] | null {
  if (typeof error !== 'object' || error === null || !('writeErrors' in error)) return null;
  const { writeErrors } = error as { writeErrors: unknown };
  const all = (Array.isArray(writeErrors) ? writeErrors : [writeErrors]) as {
    index: number;
    code?: number;
  }[];
  // The list is empty when the whole command failed.
  return all.length > 0 && all.every(({ code }) => code === DUPLICATE_KEY)
    ? all.map(({ index }) => index)
    : null;
}

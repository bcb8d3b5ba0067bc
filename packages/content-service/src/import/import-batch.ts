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
import type { ContentStore, Revised } from '../store/content-store.ts';

export interface ImportOptions {
  store: ContentStore;
  collection: Collection;
  items: readonly StoredDocument[];
  /** A number that counts by itself: not an edit, and the larger one stays. */
  counter?: string;
  /** Told of each document that was written. */
  onWritten: (revised: Revised) => void;
}

const EDITED = 'changed here since it was imported';
const DELETED = 'deleted here since it was imported';
const TAKEN = 'a value that must be unique is taken by another document';
const RACED = 'it kept changing during the import';
const ROUNDS = 3;
/** Documents that go to the database at once: what editors write in between waits for no more than these. */
const WRITES = 250;

/** Of the document as it was given, apart from what counts by itself. */
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

/** Writes a batch of imported documents: what is new or changed over there, never what was edited here. */
export async function importBatch(options: ImportOptions): Promise<ImportOutcome> {
  const { store, collection, counter, onWritten } = options;
  const outcome: ImportOutcome = { imported: 0, unchanged: 0, skipped: [] };
  const items = new Map(options.items.map((item) => [item.id, item]));
  await reserveIds(store.connection, collection.name, Math.max(0, ...items.keys()));
  const all = [...items.values()];
  for (let from = 0; from < all.length; from += WRITES) {
    let waiting = all.slice(from, from + WRITES);
    for (let round = 0; waiting.length > 0 && round < ROUNDS; round += 1)
      waiting = await importRound(waiting);
    for (const { id } of waiting) outcome.skipped.push({ id, reason: RACED });
  }
  return outcome;

  async function importRound(batch: readonly StoredDocument[]): Promise<StoredDocument[]> {
    const known = await store
      .documents(collection)
      .find({ _id: { $in: batch.map(({ id }) => id) } }, { projection: { outbox: 0 } })
      .toArray();
    const byId = new Map(known.map((document) => [document._id, document]));
    const planned = batch.flatMap((item) => plan(item, byId.get(item.id)) ?? []);
    if (planned.length === 0) return [];
    const refused = await writeAll(planned);
    return settle(planned, refused);
  }

  /** Null when nothing is to be written; the outcome says why. */
  function plan(item: StoredDocument, known: ContentDocument | undefined): Planned | null {
    const hash = importHash(collection, item, counter);
    const largest = counter === undefined ? 0 : Math.max(countOf(item, counter), countOf(known, counter));
    const countGrew = counter !== undefined && largest > countOf(known, counter);
    if (known?.edited === true) {
      outcome.skipped.push({ id: item.id, reason: known.removed === true ? DELETED : EDITED });
      return countGrew && known.removed !== true
        ? planWrite(known, { [counter]: largest }, known.importHash, true)
        : null;
    }
    if (known?.importHash === hash && known.removed !== true && !countGrew) {
      outcome.unchanged += 1;
      return null;
    }
    const values: Record<string, unknown> = { ...item };
    if (counter !== undefined) values[counter] = largest;
    return planWrite(known ?? { _id: item.id, rev: 0 }, values, hash, false);
  }

  function planWrite(
    known: ContentDocument,
    values: Values,
    hash: string | undefined,
    edited: boolean,
  ): Planned {
    const at = store.now();
    const rev = known.rev + 1;
    const before = known.rev === 0 || known.removed === true ? null : toStored(collection, known);
    const { $set, $unset } = toFields(collection, values);
    const after = toStored(collection, { ...known, ...emptied($unset), ...$set, _id: known._id });
    const outbox = store.factsOf({ collection, before, after, id: known._id, rev, at });
    const due = outbox.length === 0 ? {} : { outboxDue: at };
    const stamps = { ...(hash === undefined ? {} : { importHash: hash }), edited, ...due };
    // Views go on being counted meanwhile, without a new revision.
    const { counted, others } = apart($set, counter);
    const update: mongo.UpdateFilter<ContentDocument> = {
      $set: { ...others, ...stamps },
      $max: counted,
      $unset: { ...$unset, removed: '' },
      $inc: { rev: 1 },
      $push: { outbox: { $each: outbox } },
    };
    const operation: mongo.AnyBulkWriteOperation<ContentDocument> =
      known.rev === 0
        ? { insertOne: { document: { _id: known._id, rev, ...$set, ...stamps, outbox } } }
        : {
            updateOne: {
              filter: { _id: known._id, rev: known.rev },
              update,
            },
          };
    return { revised: { doc: after, rev }, operation, hash, edited };
  }

  /** Ids whose unique value is taken. */
  async function writeAll(planned: readonly Planned[]): Promise<Set<number>> {
    try {
      await store.documents(collection).bulkWrite(
        planned.map(({ operation }) => operation),
        { ordered: false },
      );
      return new Set();
    } catch (error) {
      const failures = writeErrorsOf(error);
      if (failures === null) throw error;
      return new Set(failures.flatMap((index) => planned[index]?.revised.doc.id ?? []));
    }
  }

  /** Tells what was written, by looking; answers what has to be tried again. */
  async function settle(
    planned: readonly Planned[],
    refused: ReadonlySet<number>,
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
      } else if (refused.has(id) && (now?.rev ?? 0) < revised.rev) {
        if (!reported) outcome.skipped.push({ id, reason: TAKEN });
      } else {
        const item = items.get(id);
        if (item !== undefined && !reported) again.push(item);
      }
    }
    return again;
  }
}

/** Whether this is what was planned, and not what somebody else wrote under the same revision. */
function isWritten({ revised, hash, edited }: Planned, now: ContentDocument): boolean {
  const { updatedAt = null } = now as { updatedAt?: string };
  return (
    now.rev === revised.rev &&
    now.importHash === hash &&
    now.edited === edited &&
    updatedAt === (revised.doc.updatedAt ?? null)
  );
}

function apart($set: Values, counter: string | undefined): { counted: Values; others: Values } {
  if (counter === undefined || !(counter in $set)) return { counted: {}, others: $set };
  const { [counter]: value, ...others } = $set;
  return { counted: { [counter]: value }, others };
}

const emptied = (unset: Readonly<Record<string, ''>>): Record<string, null> =>
  Object.fromEntries(Object.keys(unset).map((name) => [name, null]));

const DUPLICATE_KEY = 11_000;

/** Positions of the operations that a unique index refused; null when something else went wrong. */
function writeErrorsOf(error: unknown): number[] | null {
  if (typeof error !== 'object' || error === null || !('writeErrors' in error)) return null;
  const { writeErrors } = error as { writeErrors: unknown };
  const all = (Array.isArray(writeErrors) ? writeErrors : [writeErrors]) as {
    index: number;
    code?: number;
  }[];
  return all.every(({ code }) => code === DUPLICATE_KEY) ? all.map(({ index }) => index) : null;
}

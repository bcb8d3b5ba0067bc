import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { Collection } from '@vidhi/content-engine';
import { toStored, WITHOUT_EDITING } from './content-document.ts';
import type { ContentStore } from './content-store.ts';

/** The documents that a model has hydrated from a snapshot, and how to bring them to the state of the database. */
export interface SnapshotDocuments {
  /** The revision of a document, also of a removed one; undefined for one that the model never had. */
  revisionOf(name: string, id: number): number | undefined;
  /** Ids of the documents that are not removed. */
  idsOf(name: string): readonly number[];
  /** Receives a document that differs; `comparedRev` is its revision at the comparison. */
  put(name: string, doc: StoredDocument, rev: number, comparedRev: number | undefined): void;
  /** Receives a removed document; `rev` is undefined for one that the database does not have at all. */
  remove(name: string, id: number, rev: number | undefined, comparedRev: number | undefined): void;
  count(name: string, id: number, value: number): void;
}

const REVISIONS_BATCH = 10_000;
const DOCUMENTS_BATCH = 500;

/**
 * Creates a function that compares the revisions in the database with those of a snapshot and reads the documents that
 * differ: much less work than reading all. `counters` names, by collection, the attribute whose changes have no revision.
 */
export function createChangesReader(
  store: ContentStore,
  collections: readonly Collection[],
  counters: Readonly<Record<string, string>>,
): (snapshot: SnapshotDocuments) => Promise<void> {
  return async (snapshot) => {
    for (const collection of collections)
      await readChanges(store, collection, snapshot, counters[collection.name]);
  };
}

async function readChanges(
  store: ContentStore,
  collection: Collection,
  snapshot: SnapshotDocuments,
  counter: string | undefined,
): Promise<void> {
  const { name } = collection;
  const documents = store.documents(collection);
  const projection = { rev: 1, removed: 1, ...(counter === undefined ? {} : { [counter]: 1 }) };
  const seen = new Set<number>();
  const changed = new Map<number, number | undefined>();
  for await (const found of documents.find({}, { projection }).batchSize(REVISIONS_BATCH)) {
    const { _id: id, rev, removed } = found;
    const revision = snapshot.revisionOf(name, id);
    seen.add(id);
    if (revision !== rev) changed.set(id, revision);
    const value = counter === undefined ? undefined : (found as unknown as Record<string, unknown>)[counter];
    if (removed !== true && typeof value === 'number') snapshot.count(name, id, value);
  }
  for (const id of snapshot.idsOf(name)) if (!seen.has(id)) changed.set(id, snapshot.revisionOf(name, id));

  const ids = [...changed.keys()];
  for (let start = 0; start < ids.length; start += DOCUMENTS_BATCH) {
    const batch = ids.slice(start, start + DOCUMENTS_BATCH);
    const missing = new Set(batch);
    for await (const raw of documents.find({ _id: { $in: batch } }, { projection: WITHOUT_EDITING })) {
      const { _id: id, rev, removed } = raw;
      missing.delete(id);
      if (removed === true) snapshot.remove(name, id, rev, changed.get(id));
      else snapshot.put(name, toStored(collection, raw), rev, changed.get(id));
    }
    for (const id of missing) snapshot.remove(name, id, undefined, changed.get(id));
  }
}

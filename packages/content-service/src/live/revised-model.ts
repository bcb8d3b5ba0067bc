import type { ReadModel } from '@vidhi/content-engine';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';

/** Stores a document at a revision, unless the model has that revision or a newer one. */
export type Put = (name: string, doc: StoredDocument, rev: number) => void;

export interface RevisedModelOptions {
  model: ReadModel;
  accept: (name: string, doc: StoredDocument) => boolean;
  /** Transforms a document before it enters the model. */
  transform: (name: string, doc: StoredDocument) => StoredDocument;
  onChange: ((name: string, id: number, doc: StoredDocument | null) => void) | undefined;
  /** Attribute that only increases, by collection: the larger of the stored and the received value wins. */
  counters: Readonly<Record<string, string>>;
}

/** A model that tracks the revision of each document and ignores changes of older revisions. */
export interface RevisedModel {
  put: Put;
  /** Stores a document of a snapshot, which was accepted and transformed before. */
  restore: Put;
  remove(name: string, id: number, rev: number): void;
  /** Sets the counter of a document if the value is larger. */
  count(name: string, id: number, value: number): void;
  /** Returns whether the model has this revision of a document, or a newer one. */
  hasRevision(name: string, id: number, rev: number): boolean;
  /** The revision of a document, also of a removed one; undefined if it has none. */
  revisionOf(name: string, id: number): number | undefined;
  /** Forgets the revision of a document, so that any other one replaces it. */
  forget(name: string, id: number): void;
  /** Sets the revision of a removed document. */
  setRevision(name: string, id: number, rev: number): void;
  /** Revisions of all documents, removed ones included, by collection and id. */
  revisions(): ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** Forgets all revisions but no documents, before a reload. */
  clearRevisions(): void;
  /** Removes the documents of a collection that were not put since `clearRevisions`. */
  removeStale(name: string): void;
  /** Removes all documents and revisions. */
  clear(): void;
}

/** Wraps a model, which must only be changed through the wrapper from then on. */
export function createRevisedModel(options: RevisedModelOptions): RevisedModel {
  const { model, accept, transform, onChange, counters } = options;
  const revs = new Map<string, Map<number, number>>();

  function revsOf(name: string): Map<number, number> {
    const ofCollection = revs.get(name) ?? new Map<number, number>();
    revs.set(name, ofCollection);
    return ofCollection;
  }

  const hasRevision = (name: string, id: number, rev: number): boolean => rev <= (revsOf(name).get(id) ?? -1);
  const setRevision = (name: string, id: number, rev: number): void => void revsOf(name).set(id, rev);

  function countOf(name: string, id: number): number {
    const store = model.store(name);
    const column = store.schema.columnsByName.get(counters[name] ?? '');
    const document = column === undefined ? undefined : store.find(id);
    const value = column === undefined || document === undefined ? 0 : store.value(document, column);
    return typeof value === 'number' ? value : 0;
  }

  function removeDocument(name: string, id: number): void {
    if (model.remove(name, id)) onChange?.(name, id, null);
  }

  function removeWhere(name: string, predicate: (id: number) => boolean): void {
    const ids = Array.from(model.store(name).all(), ({ id }) => id);
    for (const id of ids) if (predicate(id)) removeDocument(name, id);
  }

  return {
    put(name, received, rev) {
      if (hasRevision(name, received.id, rev)) return;
      setRevision(name, received.id, rev);
      const doc = transform(name, received);
      if (!accept(name, doc)) {
        removeDocument(name, doc.id);
        return;
      }
      const counter = counters[name];
      const storedCount = counter === undefined ? 0 : countOf(name, doc.id);
      const ownCount = counter === undefined ? undefined : doc[counter];
      const isLarger = counter !== undefined && storedCount > (typeof ownCount === 'number' ? ownCount : 0);
      model.upsert(name, isLarger ? { ...doc, [counter]: storedCount } : doc);
      onChange?.(name, doc.id, doc);
    },
    restore(name, doc, rev) {
      setRevision(name, doc.id, rev);
      model.upsert(name, doc);
      onChange?.(name, doc.id, doc);
    },
    remove(name, id, rev) {
      if (hasRevision(name, id, rev)) return;
      setRevision(name, id, rev);
      removeDocument(name, id);
    },
    count(name, id, value) {
      const counter = counters[name];
      if (counter !== undefined && value > countOf(name, id)) model.patch(name, id, { [counter]: value });
    },
    hasRevision,
    revisionOf: (name, id) => revsOf(name).get(id),
    forget: (name, id) => void revsOf(name).delete(id),
    setRevision,
    revisions: () => revs,
    clearRevisions: () => revs.clear(),
    removeStale: (name) => removeWhere(name, (id) => !revsOf(name).has(id)),
    clear() {
      revs.clear();
      for (const name of model.schemas.keys()) removeWhere(name, () => true);
    },
  };
}

import type { ReadModel } from '@vidhi/content-engine';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';

/** Puts a document at a revision. */
export type Put = (name: string, doc: StoredDocument, rev: number) => void;

export interface RevisedModelOptions {
  model: ReadModel;
  accept: (name: string, doc: StoredDocument) => boolean;
  mend: (name: string, doc: StoredDocument) => StoredDocument;
  onChange: ((name: string, id: number, doc: StoredDocument | null) => void) | undefined;
  /** Numbers that only grow, by collection: the larger one stays. */
  counters: Readonly<Record<string, string>>;
}

/** A model whose documents have revisions: what is older than what is known changes nothing. */
export interface RevisedModel {
  put: Put;
  /** Takes a document of a snapshot: it was accepted and mended when it first came. */
  restore: Put;
  remove(name: string, id: number, rev: number): void;
  count(name: string, id: number, value: number): void;
  isKnown(name: string, id: number, rev: number): boolean;
  /** Notes a revision without a document: of one that was removed. */
  note(name: string, id: number, rev: number): void;
  revisions(): ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** Forgets every revision, before everything is read again. */
  forgetRevisions(): void;
  /** Removes the documents of a collection that were not put since. */
  dropUnknown(name: string): void;
  clear(): void;
}

export function createRevisedModel(options: RevisedModelOptions): RevisedModel {
  const { model, accept, mend, onChange, counters } = options;
  const revs = new Map<string, Map<number, number>>();

  function revsOf(name: string): Map<number, number> {
    const known = revs.get(name) ?? new Map<number, number>();
    revs.set(name, known);
    return known;
  }

  const isKnown = (name: string, id: number, rev: number): boolean => rev <= (revsOf(name).get(id) ?? -1);
  const note = (name: string, id: number, rev: number): void => void revsOf(name).set(id, rev);

  function countOf(name: string, id: number): number {
    const store = model.store(name);
    const column = store.schema.columnsByName.get(counters[name] ?? '');
    const record = column === undefined ? undefined : store.find(id);
    const value = column === undefined || record === undefined ? 0 : store.value(record, column);
    return typeof value === 'number' ? value : 0;
  }

  function drop(name: string, id: number): void {
    if (model.remove(name, id)) onChange?.(name, id, null);
  }

  function dropAll(name: string, isToGo: (id: number) => boolean): void {
    const ids = Array.from(model.store(name).all(), ({ id }) => id);
    for (const id of ids) if (isToGo(id)) drop(name, id);
  }

  return {
    put(name, received, rev) {
      if (isKnown(name, received.id, rev)) return;
      note(name, received.id, rev);
      const doc = mend(name, received);
      if (!accept(name, doc)) {
        drop(name, doc.id);
        return;
      }
      const counter = counters[name];
      const counted = counter === undefined ? 0 : countOf(name, doc.id);
      const own = counter === undefined ? undefined : doc[counter];
      const larger = counter !== undefined && counted > (typeof own === 'number' ? own : 0);
      model.upsert(name, larger ? { ...doc, [counter]: counted } : doc);
      onChange?.(name, doc.id, doc);
    },
    restore(name, doc, rev) {
      note(name, doc.id, rev);
      model.upsert(name, doc);
      onChange?.(name, doc.id, doc);
    },
    remove(name, id, rev) {
      if (isKnown(name, id, rev)) return;
      note(name, id, rev);
      drop(name, id);
    },
    count(name, id, value) {
      const counter = counters[name];
      if (counter !== undefined && value > countOf(name, id)) model.patch(name, id, { [counter]: value });
    },
    isKnown,
    note,
    revisions: () => revs,
    forgetRevisions: () => revs.clear(),
    dropUnknown: (name) => dropAll(name, (id) => !revsOf(name).has(id)),
    clear() {
      revs.clear();
      for (const name of model.schemas.keys()) dropAll(name, () => true);
    },
  };
}

/**
 * `model/` holds the collections of one process in memory: each with its documents and indexes (`collection-store.ts`), and
 * all of them together, with scheduled publication (this file).
 */
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { createLongTextStore } from '../records/long-text-store.ts';
import { CollectionStore } from './collection-store.ts';
import type { Collection } from '../schema/collection.ts';
import type { LongTextStore } from '../records/long-text-store.ts';
import { facetsOf } from '../schema/facets.ts';
import { compileSchemas } from '../schema/schema.ts';
import type { Column, Schema } from '../schema/schema.ts';

export interface ReadModelOptions {
  /** Directory for the files of long texts, which are created unlinked; without it they are stored in memory. */
  longTextDirectory?: string;
  now?: () => number;
}

/** The collections of one process in memory, with their relations in both directions. Upserts need no order. */
export interface ReadModel {
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly longTexts: LongTextStore;
  /** Milliseconds since the epoch, by the clock that decides which scheduled documents are due. */
  now(): number;
  upsert(name: string, stored: StoredDocument): void;
  /** Sets some attributes of a document. Returns false when there is no such document. */
  patch(name: string, id: number, values: Readonly<Record<string, unknown>>): boolean;
  remove(name: string, id: number): boolean;
  get(name: string, id: number): StoredDocument | undefined;
  /** Every document of a collection in its stored form, ascending by id. */
  list(name: string): StoredDocument[];
  /** The document with this value in a unique attribute, in its stored form. */
  findUnique(name: string, attribute: string, value: string | number): StoredDocument | undefined;
  size(name: string): number;
  /** Number of published documents. */
  publishedSize(name: string): number;
  store(name: string): CollectionStore;
  storeOf(schema: Schema): CollectionStore;
  /** Builds indexes ahead of the first search, the first sorted list and the first facet counts. */
  prepare(
    name: string,
    attributes: {
      searched?: readonly string[];
      /** Those of `$search`. */
      searchedByWords?: readonly string[];
      newestBy?: readonly string[];
      faceted?: boolean;
    },
  ): void;
  /** Publishes scheduled documents that are due. Called for every response; cheap when none is. */
  publishDue(): void;
  /** Adds a listener of documents that were added, changed, published or removed. Changes of one number alone are not reported. */
  observe(listener: (name: string, id: number) => void): void;
  close(): void;
}

/** Creates an empty model of these collections, which must include the targets of all their relations. */
export function createReadModel(
  collections: readonly Collection[],
  options: ReadModelOptions = {},
): ReadModel {
  const schemas = compileSchemas(collections);
  const longTexts = createLongTextStore(options.longTextDirectory);
  const now = options.now ?? Date.now;
  const stores = new Map<string, CollectionStore>();
  for (const [name, schema] of schemas) stores.set(name, new CollectionStore(schema, longTexts));
  const store = (name: string): CollectionStore => {
    const found = stores.get(name);
    if (found === undefined) throw new Error(`No collection is called ${name}`);
    return found;
  };
  /** Ids of unpublished documents by collection, and the time at which each is due, in milliseconds. */
  const scheduled = new Map<CollectionStore, Map<number, number>>();
  let nextDue = Number.POSITIVE_INFINITY;
  const listeners: ((name: string, id: number) => void)[] = [];
  const report = (name: string, id: number): void => {
    for (const listener of listeners) listener(name, id);
  };

  /** Schedules a document whose time is still to come. Returns whether it is published now. */
  const updateSchedule = (target: CollectionStore, stored: StoredDocument): boolean => {
    const { id, publishedAt } = stored;
    const { hiddenBy } = target.schema.collection;
    if (hiddenBy !== undefined && stored[hiddenBy] === true) return false;
    if (target.schema.publishedAt === undefined) return true;
    scheduled.get(target)?.delete(id);
    if (publishedAt === null || publishedAt === undefined) return false;
    const time = Date.parse(publishedAt);
    if (!(time > now())) return true;
    const dueTimes = scheduled.get(target) ?? new Map<number, number>();
    scheduled.set(target, dueTimes.set(id, time));
    nextDue = Math.min(nextDue, time);
    return false;
  };
  const publishDue = (): void => {
    const time = now();
    if (time < nextDue) return;
    nextDue = Number.POSITIVE_INFINITY;
    for (const [target, dueTimes] of scheduled) {
      for (const [id, due] of dueTimes) {
        if (due > time) {
          nextDue = Math.min(nextDue, due);
          continue;
        }
        dueTimes.delete(id);
        const document = target.find(id);
        if (document === undefined) continue;
        target.setPublished(document, true);
        report(target.schema.name, id);
      }
    }
  };

  return {
    schemas,
    longTexts,
    now,
    store,
    storeOf: ({ name }) => store(name),
    upsert(name, stored) {
      const target = store(name);
      target.upsert(stored, updateSchedule(target, stored));
      report(name, stored.id);
    },
    patch(name, id, values) {
      const target = store(name);
      const document = target.find(id);
      if (document === undefined) return false;
      const [only, ...others] = Object.entries(values);
      const column = only === undefined ? undefined : target.schema.columnsByName.get(only[0]);
      if (column?.type === 'integer' && others.length === 0 && typeof only?.[1] === 'number') {
        target.setNumber(document, column, only[1]);
        return true;
      }
      const stored = { ...target.toStored(document), ...values, id };
      target.upsert(stored, updateSchedule(target, stored));
      report(name, id);
      return true;
    },
    remove(name, id) {
      const target = store(name);
      scheduled.get(target)?.delete(id);
      const isRemoved = target.remove(id);
      if (isRemoved) report(name, id);
      return isRemoved;
    },
    get(name, id) {
      const target = store(name);
      const document = target.find(id);
      return document === undefined ? undefined : target.toStored(document);
    },
    list(name) {
      const target = store(name);
      return target.order([]).documents.map((document) => target.toStored(document));
    },
    findUnique(name, attribute, value) {
      const target = store(name);
      const column = target.schema.columnsByName.get(attribute);
      const document = column === undefined ? undefined : target.findByUnique(column, value);
      return document === undefined ? undefined : target.toStored(document);
    },
    size: (name) => store(name).size,
    publishedSize(name) {
      publishDue();
      return store(name).publishedCount;
    },
    prepare(name, { searched = [], searchedByWords = [], newestBy = [], faceted = false }) {
      const target = store(name);
      const columnOf = (attribute: string): Column => {
        const column = target.schema.columnsByName.get(attribute);
        if (column === undefined) throw new Error(`${name} has no attribute ${attribute}`);
        return column;
      };
      target.prepare();
      for (const attribute of searched) target.substringIndex(columnOf(attribute));
      for (const attribute of searchedByWords) target.searchIndex(columnOf(attribute));
      if (faceted) for (const facet of facetsOf(target.schema)) target.facet(facet);
      for (const attribute of newestBy) target.order([{ column: columnOf(attribute), descending: true }]);
    },
    publishDue,
    observe: (listener) => void listeners.push(listener),
    close: () => longTexts.close(),
  };
}

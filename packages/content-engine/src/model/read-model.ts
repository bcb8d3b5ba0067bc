import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { createLongTextStore } from '../records/long-text-store.ts';
import { CollectionStore } from './collection-store.ts';
import type { Collection } from '../schema/collection.ts';
import type { LongTextStore } from '../records/long-text-store.ts';
import { facetsOf } from '../schema/facets.ts';
import { compileSchemas } from '../schema/schema.ts';
import type { Column, Schema } from '../schema/schema.ts';

export interface ReadModelOptions {
  /** Where long texts are kept; in memory when absent. */
  longTextDirectory?: string;
  now?: () => number;
}

/** Documents of several collections in memory, with their relations in both directions. */
export interface ReadModel {
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly longTexts: LongTextStore;
  /** Milliseconds of the clock that decides what is due. */
  now(): number;
  upsert(name: string, stored: StoredDocument): void;
  /** Sets some attributes of a document that is there; answers whether it is. */
  patch(name: string, id: number, values: Readonly<Record<string, unknown>>): boolean;
  remove(name: string, id: number): boolean;
  get(name: string, id: number): StoredDocument | undefined;
  /** Every stored document of a collection, ascending by id. */
  list(name: string): StoredDocument[];
  /** The document that has this value in a unique attribute. */
  findUnique(name: string, attribute: string, value: string | number): StoredDocument | undefined;
  size(name: string): number;
  /** How many of them anyone may see. */
  publishedSize(name: string): number;
  store(name: string): CollectionStore;
  storeOf(schema: Schema): CollectionStore;
  /** Builds ahead what the first search, the first sorted list and the first counts would have to wait for. */
  prepare(
    name: string,
    attributes: { searched?: readonly string[]; newestBy?: readonly string[]; faceted?: boolean },
  ): void;
  /** Shows what was scheduled and is due. Called by every answer; cheap when nothing is. */
  publishDue(): void;
  close(): void;
}

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
  /** Ids by collection that become visible at a time still to come. */
  const scheduled = new Map<CollectionStore, Map<number, number>>();
  let nextDue = Number.POSITIVE_INFINITY;

  const isPublished = (target: CollectionStore, { id, publishedAt }: StoredDocument): boolean => {
    if (target.schema.publishedAt === undefined) return true;
    scheduled.get(target)?.delete(id);
    if (publishedAt === null || publishedAt === undefined) return false;
    const time = Date.parse(publishedAt);
    if (!(time > now())) return true;
    const waiting = scheduled.get(target) ?? new Map<number, number>();
    scheduled.set(target, waiting.set(id, time));
    nextDue = Math.min(nextDue, time);
    return false;
  };
  const publishDue = (): void => {
    const time = now();
    if (time < nextDue) return;
    nextDue = Number.POSITIVE_INFINITY;
    for (const [target, waiting] of scheduled) {
      for (const [id, due] of waiting) {
        if (due > time) {
          nextDue = Math.min(nextDue, due);
          continue;
        }
        waiting.delete(id);
        const document = target.find(id);
        if (document !== undefined) target.setPublished(document, true);
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
      target.upsert(stored, isPublished(target, stored));
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
      const stored = { ...target.release(document), ...values, id };
      target.upsert(stored, isPublished(target, stored));
      return true;
    },
    remove(name, id) {
      const target = store(name);
      scheduled.get(target)?.delete(id);
      return target.remove(id);
    },
    get(name, id) {
      const target = store(name);
      const document = target.find(id);
      return document === undefined ? undefined : target.release(document);
    },
    list(name) {
      const target = store(name);
      return target.order([]).documents.map((document) => target.release(document));
    },
    findUnique(name, attribute, value) {
      const target = store(name);
      const column = target.schema.columnsByName.get(attribute);
      const document = column === undefined ? undefined : target.findByUnique(column, value);
      return document === undefined ? undefined : target.release(document);
    },
    size: (name) => store(name).size,
    publishedSize(name) {
      publishDue();
      return store(name).publishedCount;
    },
    prepare(name, { searched = [], newestBy = [], faceted = false }) {
      const target = store(name);
      const columnOf = (attribute: string): Column => {
        const column = target.schema.columnsByName.get(attribute);
        if (column === undefined) throw new Error(`${name} has no attribute ${attribute}`);
        return column;
      };
      for (const attribute of searched) target.words(columnOf(attribute));
      if (faceted) for (const facet of facetsOf(target.schema)) target.facet(facet);
      for (const attribute of newestBy) target.order([{ column: columnOf(attribute), descending: true }]);
    },
    publishDue,
    close: () => longTexts.close(),
  };
}

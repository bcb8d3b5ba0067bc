import type { CollectionDeclaration } from '@vidhi/collections/declaration.ts';
import type { StoredOf } from '@vidhi/collections/stored.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { IndexedDocument } from '../records/document.ts';
import { decodeValue } from '../schema/column-value.ts';
import type { CollectionStore } from './collection-store.ts';
import type { ReadModel } from './read-model.ts';

/** Names of the attributes that documents of a collection store, and of their times. */
export type StoredName<D extends CollectionDeclaration> = keyof StoredOf<D> & string;

/** The documents of one collection of a model, with the types of its declaration. */
export interface Documents<D extends CollectionDeclaration> {
  readonly store: CollectionStore;
  get(id: number): StoredOf<D> | undefined;
  /** All, ascending by id. */
  list(): StoredOf<D>[];
  /** The document with this value in a unique attribute. */
  findUnique(name: StoredName<D>, value: string | number): StoredOf<D> | undefined;
  /** One attribute of a document; reads no other, as a long text is expensive. */
  read<Name extends StoredName<D>>(document: IndexedDocument, name: Name): StoredOf<D>[Name];
  /** A time of a document in milliseconds since the epoch; null where it has none. */
  time(document: IndexedDocument, name: StoredName<D>): number | null;
  /** The related documents that exist, in the order of the links. */
  linked<Target extends CollectionDeclaration>(
    document: IndexedDocument,
    name: StoredName<D>,
    target: Documents<Target>,
  ): IndexedDocument[];
}

/** Returns one attribute of a document in its stored form. */
export function readAttribute(store: CollectionStore, document: IndexedDocument, name: string): unknown {
  const { schema } = store;
  const column = schema.columnsByName.get(name);
  if (column !== undefined) {
    const value = store.value(document, column);
    return column.longText ? value : decodeValue(column, value);
  }
  const relation = schema.relationsByName.get(name);
  if (relation === undefined || relation.link === -1)
    throw new Error(`${schema.name} does not store ${name}`);
  const ids = document.links[relation.link] ?? [];
  return relation.toMany ? [...ids] : (ids[0] ?? null);
}

/** Returns the documents of a collection that the model has. */
export function documentsOf<D extends CollectionDeclaration>(model: ReadModel, { name }: D): Documents<D> {
  const store = model.store(name);
  // What is in a model was validated by the rules of its collection, which are the types of the declaration.
  const typed = (document: StoredDocument | undefined) => document as StoredOf<D> | undefined;
  return {
    store,
    get: (id) => typed(model.get(name, id)),
    list: () => model.list(name) as StoredDocument[] as StoredOf<D>[],
    findUnique: (attribute, value) => typed(model.findUnique(name, attribute, value)),
    read: <Name extends StoredName<D>>(document: IndexedDocument, attribute: Name) =>
      readAttribute(store, document, attribute) as StoredOf<D>[Name],
    time(document, attribute) {
      const column = store.schema.columnsByName.get(attribute);
      const value = column === undefined ? null : store.value(document, column);
      return typeof value === 'number' ? value : null;
    },
    linked(document, attribute, target) {
      const relation = store.schema.relationsByName.get(attribute);
      const ids = relation === undefined ? [] : (document.links[relation.link] ?? []);
      return ids.flatMap((id) => target.store.find(id) ?? []);
    },
  };
}

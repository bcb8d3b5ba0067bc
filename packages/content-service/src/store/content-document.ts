import type { OutboxDocument } from '@vidhi/outbox/outbox-document.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { Attribute } from '@vidhi/content-engine/internal.ts';
import type { Collection } from '@vidhi/content-engine';

/** A content document as it lies in Mongo: its attributes by their wire names, and what the store needs. */
export interface ContentDocument extends OutboxDocument<number> {
  /** Deleted. The rest stays, so that a later document of this id goes on with its revisions. */
  removed?: true;
  /** Changed by a person since it was imported, or made by one: an import leaves it alone. */
  edited?: boolean;
  /** Of the imported document, without what counts by itself. */
  importHash?: string;
}

export type Values = Readonly<Record<string, unknown>>;

const isInverse = (attribute: Attribute): boolean =>
  attribute.type === 'relation' && attribute.mappedBy !== undefined;

const known = new WeakMap<Collection, readonly string[]>();

/** Names of everything that a document of this collection stores. */
export function storedNames(collection: Collection): readonly string[] {
  const names = known.get(collection) ?? listStoredNames(collection);
  known.set(collection, names);
  return names;
}

function listStoredNames(collection: Collection): string[] {
  const names = Object.entries(collection.attributes)
    .filter(([, attribute]) => !isInverse(attribute))
    .map(([name]) => name);
  if (collection.timestamps) names.push('createdAt', 'updatedAt');
  if (collection.draftAndPublish) names.push('publishedAt');
  return names;
}

const emptyValue = (attribute: Attribute | undefined): unknown =>
  (attribute?.type === 'relation' &&
    (attribute.relation === 'manyToMany' || attribute.relation === 'oneToMany')) ||
  (attribute?.type === 'media' && attribute.multiple === true)
    ? []
    : null;

/** The stored form: every attribute present, nothing of the store's own. */
export function toStored(collection: Collection, document: Pick<ContentDocument, '_id'>): StoredDocument {
  const stored: StoredDocument = { id: document._id };
  const values = document as unknown as Values;
  for (const name of storedNames(collection))
    stored[name] = values[name] ?? emptyValue(collection.attributes[name]);
  return stored;
}

export interface Fields {
  $set: Record<string, unknown>;
  $unset: Record<string, ''>;
}

/**
 * What to set and to unset for these values. Null is an absent field, because two explicit nulls
 * collide under a unique index.
 */
export function toFields(collection: Collection, values: Values): Fields {
  const $set: Record<string, unknown> = {};
  const $unset: Record<string, ''> = {};
  for (const name of storedNames(collection)) {
    if (!(name in values)) continue;
    const value = values[name];
    if (value === null || value === undefined) $unset[name] = '';
    else $set[name] = value;
  }
  return { $set, $unset };
}

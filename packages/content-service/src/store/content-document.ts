import { WITHOUT_OUTBOX } from '@vidhi/outbox/outbox-document.ts';
import type { StoredFields } from '@vidhi/service-kit/stored-collection.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { Attribute } from '@vidhi/content-engine/internal.ts';
import type { Collection } from '@vidhi/content-engine';
import type { CONTENT_FIELDS } from './content-fields.ts';

/** A content document in MongoDB: the attributes under their API names, and the fields of `content-fields.ts`. */
export type ContentDocument = StoredFields<typeof CONTENT_FIELDS>;

/** Projection for reads of the attributes. */
export const WITHOUT_EDITING = { ...WITHOUT_OUTBOX, editing: 0, revisionsDue: 0, trash: 0 } as const;

export type Values = Readonly<Record<string, unknown>>;

const isInverse = (attribute: Attribute): boolean =>
  attribute.type === 'relation' && attribute.mappedBy !== undefined;

const cachedNames = new WeakMap<Collection, readonly string[]>();

/**
 * Returns the names of the attributes that documents of this collection store: all but inverse relations, and the
 * timestamps.
 */
export function storedNames(collection: Collection): readonly string[] {
  const names = cachedNames.get(collection) ?? listStoredNames(collection);
  cachedNames.set(collection, names);
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

/** Converts a MongoDB document to stored form: all attributes are present, and no others. */
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
 * Converts values to `$set` and `$unset`. Null is stored as an absent field, because a sparse unique index rejects a
 * second explicit null.
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

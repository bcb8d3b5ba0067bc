import type { Collection } from '@vidhi/content-engine';
import type { Attribute } from '@vidhi/content-engine/internal.ts';
import { everyCollection } from './sides.ts';
import { names, type Leaf } from './query-leaves.ts';

const OWN_COLUMNS = new Set(['id', 'createdAt', 'updatedAt', 'publishedAt']);
const FILE = 'plugin::upload.file';

function find(target: string): Collection | undefined {
  return everyCollection.find(({ name, uid }) => name === target || uid === target);
}

function targetOf(collection: Collection, name: string): Collection | undefined {
  const attribute = collection.attributes[name];
  if (attribute?.type === 'media') return find(FILE);
  return attribute?.type === 'relation' ? find(attribute.target) : undefined;
}

function isScalar(collection: Collection, name: string): boolean {
  const attribute = collection.attributes[name];
  if (attribute === undefined) return OWN_COLUMNS.has(name);
  return attribute.type !== 'relation' && attribute.type !== 'media';
}

/** Returns whether some collection has a to-many relation or a multiple media attribute of this name. */
export function isToMany(name: string): boolean {
  return everyCollection.some(({ attributes }) => {
    const attribute = attributes[name];
    if (attribute?.type === 'media') return attribute.multiple === true;
    return attribute?.type === 'relation' && attribute.relation.endsWith('ToMany');
  });
}

/** Returns the collection that a path serves. */
function collectionOf(path: string): Collection | undefined {
  const segment = path.split(/[/?]/)[2] ?? '';
  return everyCollection.find(({ kind, name, plural }) => (kind === 'single' ? name : plural) === segment);
}

/** Returns whether a public query may not name the attribute. */
const isRejected = (attribute: Attribute | undefined): boolean =>
  attribute !== undefined &&
  (('private' in attribute && attribute.private === true) || 'audience' in attribute);

/** Returns whether the documents that a path serves have a scalar attribute of this name that a public query may use. */
export function isScalarAt(path: string, name: string): boolean {
  const collection = collectionOf(path);
  if (collection === undefined || (name === 'publishedAt' && !collection.draftAndPublish)) return false;
  const attribute = collection.attributes[name];
  return !isRejected(attribute) && isScalar(collection, name);
}

/** The collection to which the conditions of a leaf apply: that of the path, or of the populated relation. */
function startOf(path: string, leaf: Leaf): Collection | undefined {
  const before = names(leaf).slice(0, names(leaf).lastIndexOf('filters'));
  return before.reduce<Collection | undefined>(
    (collection, name) =>
      collection === undefined || name === 'populate' ? collection : targetOf(collection, name),
    collectionOf(path),
  );
}

/** Returns the keys of a condition that are nested in an attribute that is not a relation. */
export function keysBelowScalar(path: string, leaf: Leaf): string[] {
  let collection = startOf(path, leaf);
  const keys = names(leaf).slice(names(leaf).lastIndexOf('filters') + 1);
  for (const [index, key] of keys.entries()) {
    if (key.startsWith('$')) continue;
    if (collection === undefined) return [];
    if (isScalar(collection, key)) return keys.slice(index + 1);
    collection = targetOf(collection, key);
  }
  return [];
}

/**
 * The schemas of content follow from the declarations. None requires an attribute, also where its declaration does: a tombstone has
 * none, a draft may lack any until it is published, and an archive may lack what the former site did not demand. Validation of writes
 * requires them (`write/` of the engine), and the schema states when, for `npm run schemas`.
 */
import type { Collection } from '@vidhi/content-engine';
import type { Attribute, ScalarType } from '@vidhi/content-engine/internal.ts';
import { OUTBOX_INDEXES } from '@vidhi/outbox/outbox-document.ts';
import {
  optional,
  optionalOneOf,
  storedCollection,
  valueOf,
  type DeclaredCollection,
} from '@vidhi/service-kit/stored-collection.ts';
import { storedNames } from './content-document.ts';
import { CONTENT_FIELDS } from './content-fields.ts';
import { documentsName } from './documents-name.ts';

/** Times are stored as ISO 8601 texts. */
const SCALARS: Readonly<Record<ScalarType, unknown>> = {
  string: String,
  text: String,
  email: String,
  enumeration: String,
  date: String,
  datetime: String,
  integer: Number,
  decimal: Number,
  boolean: Boolean,
  json: valueOf<unknown>(),
};

function typeOf(attribute: Attribute | undefined): unknown {
  // A timestamp.
  if (attribute === undefined) return String;
  if (attribute.type === 'media') return attribute.multiple === true ? [Number] : Number;
  if (attribute.type !== 'relation') return SCALARS[attribute.type];
  return attribute.relation === 'manyToMany' || attribute.relation === 'oneToMany' ? [Number] : Number;
}

/** Returns the field of an attribute, or of a timestamp. */
function fieldOf({ attributes, draftAndPublish }: Collection, name: string): object {
  const attribute = attributes[name];
  const values = attribute?.type === 'enumeration' ? attribute.enum : undefined;
  const field = values === undefined ? optional(typeOf(attribute)) : optionalOneOf(values);
  if (attribute === undefined || !('required' in attribute)) return field;
  return { ...field, requiredBy: draftAndPublish ? 'publication' : 'writes' };
}

const isUnique = (attribute: object): boolean => 'unique' in attribute && attribute.unique === true;

/**
 * Returns the stored collection of a declared one. A null attribute is stored as an absent field. The fields in `more` are
 * those that the owner's processes store beside the attributes.
 */
export function contentCollection(
  collection: Collection,
  more: Readonly<Record<string, unknown>> = {},
): DeclaredCollection {
  const attributes = storedNames(collection).map((name) => [name, fieldOf(collection, name)]);
  const unique = Object.entries(collection.attributes).filter(([, attribute]) => isUnique(attribute));
  return storedCollection(
    documentsName(collection),
    { ...(Object.fromEntries(attributes) as object), ...more, ...CONTENT_FIELDS },
    [
      ...OUTBOX_INDEXES,
      { fields: { revisionsDue: 1 }, sparse: true },
      { fields: { 'editing.copy.at': 1 }, sparse: true },
      { fields: { 'trash.at': 1 }, sparse: true },
      ...unique.map(([name]) => ({
        fields: { [name]: 1 as const },
        unique: true as const,
        sparse: true as const,
      })),
    ],
  );
}

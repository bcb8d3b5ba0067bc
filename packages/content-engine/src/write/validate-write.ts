/**
 * `write/` validates request bodies against the declaration of a collection, with the reference's messages, and converts
 * them to stored form (this file); inverse relations become writes of their owning documents (`inverse-relations.ts`).
 */
import { attributeErrors, validationError } from '@vidhi/contracts/errors.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { Attribute, ScalarAttribute } from '../schema/collection.ts';
import type { ReadModel } from '../model/read-model.ts';
import type { Relation, Schema } from '../schema/schema.ts';
import { typeMessage } from './validation-messages.ts';
import { createLinkUpdate } from './link-update.ts';
import { findCircularLinks } from './own-tree.ts';
import { checkRelations, findWrongFile, parseRelationWrite } from './validate-relation.ts';
import { checkScalar, storedScalar } from './validate-scalar.ts';
import type { WriteMode } from './validate-scalar.ts';

export type { WriteMode } from './validate-scalar.ts';

/** Attributes to set, in stored form; a changed relation is a `LinkUpdate`. On create it contains every attribute. */
export type WritePatch = Record<string, unknown>;

export interface WriteOptions {
  /** Id of the document that is updated. */
  id?: number;
  /** Returns the `publishedAt` of a new document whose body has none; the current time by default. */
  now?: () => Date;
}

type Data = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the `data` of a body. Throws the reference's 400 for a body without it. */
export function requireData(body: unknown): object {
  const data = isRecord(body) ? body['data'] : undefined;
  if (typeof data !== 'object' || data === null) {
    throw validationError('Missing "data" payload in the request body');
  }
  return data;
}

/**
 * Converts the `data` of a body to a patch in stored form, or throws a 400 with the reference's messages. Ignores unknown
 * keys, the id, timestamps, and private and read-only attributes. Inverse relations are validated here and written by
 * `inverse-relations.ts`.
 */
export function validateWrite(
  model: ReadModel,
  name: string,
  data: unknown,
  mode: WriteMode,
  options: WriteOptions = {},
): WritePatch {
  const { schema } = model.store(name);
  if (!isRecord(data)) {
    const path = 'this';
    throw attributeErrors([{ path: [], message: typeMessage(path, 'object', null, data) }]);
  }
  const current = options.id === undefined ? undefined : model.get(name, options.id);
  const publishedAt = publication(schema, data, mode, current, options);
  const isDraft = schema.publishedAt !== undefined && typeof publishedAt !== 'string';
  const errors: { path: string[]; message: string }[] = [];
  const patch: WritePatch = {};
  const relations: { relation: Relation; value: unknown }[] = [];
  for (const [attributeName, attribute] of writableAttributes(schema)) {
    const value = data[attributeName];
    const relation = schema.relationsByName.get(attributeName);
    const addError = (message: string): void => {
      errors.push({ path: [attributeName], message });
    };
    if (relation !== undefined) {
      relations.push({ relation, value });
      const missing = findMissingLink(attribute, attributeName, value, { mode, isDraft });
      if (missing !== null) addError(missing);
      continue;
    }
    if (!isScalar(attribute)) continue;
    const checked = checkScalar({
      name: attributeName,
      attribute,
      value:
        value === undefined && !isDraft && isLacking(attribute, current?.[attributeName], current)
          ? null
          : value,
      mode,
      isDraft,
      isTaken: (candidate) => isTaken(model, schema, attributeName, candidate, options.id),
    });
    for (const message of checked.messages) addError(message);
    if (checked.value !== undefined || mode === 'create') patch[attributeName] = checked.value ?? null;
  }
  const missing = checkRelations(model, relations);
  if (missing !== null) errors.push({ path: [], message: missing });
  for (const { relation, value } of missing === null ? relations : []) {
    const wrong = findWrongFile(model, relation, value);
    if (wrong !== null) errors.push({ path: [relation.name], message: wrong });
  }
  const links = new Map(relations.map(({ relation, value }) => [relation.name, value]));
  if (missing === null) errors.push(...findCircularLinks(model, { schema, id: options.id }, links));
  if (errors.length > 0) throw attributeErrors(errors);
  const stored = mode === 'create' || data['publishedAt'] !== undefined ? publishedAt : undefined;
  return toStoredForm(schema, patch, relations, { mode, publishedAt: stored });
}

function isScalar(attribute: Attribute): attribute is ScalarAttribute {
  return attribute.type !== 'relation' && attribute.type !== 'media';
}

function* writableAttributes({ collection }: Schema): Generator<[string, Attribute]> {
  for (const [name, attribute] of Object.entries(collection.attributes)) {
    if (isScalar(attribute) && (attribute.readonly === true || attribute.private === true)) continue;
    yield [name, attribute];
  }
}

/** Returns the document's `publishedAt` after the write; undefined for collections without drafts. */
function publication(
  schema: Schema,
  data: Data,
  mode: WriteMode,
  current: StoredDocument | undefined,
  { now = () => new Date() }: WriteOptions,
): string | null | undefined {
  if (schema.publishedAt === undefined) return undefined;
  const { publishedAt } = data;
  if (publishedAt === undefined) return mode === 'create' ? now().toISOString() : current?.publishedAt;
  const stored = storedScalar({ type: 'datetime' }, publishedAt);
  return typeof stored === 'string' ? stored : null;
}

/** Returns whether a draft that is published has no value for this required attribute. */
function isLacking(attribute: ScalarAttribute, value: unknown, current: StoredDocument | undefined): boolean {
  return (
    attribute.required === true && current?.publishedAt === null && (value === null || value === undefined)
  );
}

/** Returns the message for a required relation without a value, or null. */
function findMissingLink(
  attribute: Attribute,
  name: string,
  value: unknown,
  { mode, isDraft }: { mode: WriteMode; isDraft: boolean },
): string | null {
  if (isDraft || attribute.required !== true) return null;
  if (value === undefined) return mode === 'create' ? `${name} must be defined.` : null;
  if (value !== null) return null;
  return mode === 'create' ? `${name} must be defined.` : `${name} cannot be null.`;
}

function isTaken(
  model: ReadModel,
  schema: Schema,
  name: string,
  value: unknown,
  id: number | undefined,
): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  const other = model.findUnique(schema.name, name, value);
  return other !== undefined && other.id !== id;
}

function toStoredForm(
  schema: Schema,
  patch: WritePatch,
  relations: readonly { relation: Relation; value: unknown }[],
  { mode, publishedAt }: { mode: WriteMode; publishedAt: string | null | undefined },
): WritePatch {
  for (const [name, value] of Object.entries(patch)) {
    const attribute = schema.collection.attributes[name];
    if (attribute !== undefined && isScalar(attribute)) patch[name] = storedScalar(attribute, value);
  }
  for (const { relation, value } of relations) {
    if (relation.link === -1) continue;
    const write = parseRelationWrite(relation, value);
    if (write === undefined) {
      if (mode === 'create') patch[relation.name] = relation.toMany ? [] : null;
      continue;
    }
    const update = createLinkUpdate(relation, write.kind === 'change' ? write.change : () => write.ids);
    patch[relation.name] = write.kind === 'change' && mode === 'update' ? update : update(null);
  }
  if (publishedAt !== undefined) patch['publishedAt'] = publishedAt;
  return patch;
}

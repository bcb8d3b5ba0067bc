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
import { checkRelations, relationWrite } from './validate-relation.ts';
import { checkScalar, storedScalar } from './validate-scalar.ts';
import type { WriteMode } from './validate-scalar.ts';

export type { WriteMode } from './validate-scalar.ts';

/** Attributes to set, in stored form; a relation that an update changes is a `LinkUpdate`. On create every attribute is there. */
export type WritePatch = Record<string, unknown>;

export interface WriteOptions {
  /** The document that is updated. */
  id?: number;
  /** Where `publishedAt` starts when a body does not say; now when absent. */
  now?: () => Date;
}

type Data = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The `data` of a body, or the reference's refusal of a body without one. */
export function requireData(body: unknown): object {
  const data = isRecord(body) ? body['data'] : undefined;
  if (typeof data !== 'object' || data === null) {
    throw validationError('Missing "data" payload in the request body');
  }
  return data;
}

/**
 * Turns the `data` of a body into a patch in stored form, or throws the reference's refusal. Unknown
 * keys, ids, times, private and read-only attributes are left out without a word; relations that the
 * other side stores are checked here and made by `inverse-relations.ts`.
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
    const refuse = (message: string): void => {
      errors.push({ path: [attributeName], message });
    };
    if (relation !== undefined) {
      relations.push({ relation, value });
      const missing = missingLink(attribute, attributeName, value, { mode, isDraft });
      if (missing !== null) refuse(missing);
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
      isTaken: (wanted) => isTaken(model, schema, attributeName, wanted, options.id),
    });
    for (const message of checked.messages) refuse(message);
    if (checked.value !== undefined || mode === 'create') patch[attributeName] = checked.value ?? null;
  }
  const missing = checkRelations(model, relations);
  if (missing !== null) errors.push({ path: [], message: missing });
  if (errors.length > 0) throw attributeErrors(errors);
  const stored = mode === 'create' || data['publishedAt'] !== undefined ? publishedAt : undefined;
  return finish(schema, patch, relations, { mode, publishedAt: stored });
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

/** The `publishedAt` to store: undefined leaves it as it is. */
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

/** Publishing a draft needs what it lacks. */
function isLacking(attribute: ScalarAttribute, value: unknown, current: StoredDocument | undefined): boolean {
  return (
    attribute.required === true && current?.publishedAt === null && (value === null || value === undefined)
  );
}

function missingLink(
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

function finish(
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
    const write = relationWrite(relation, value);
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

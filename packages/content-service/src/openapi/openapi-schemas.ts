import type { Attribute, ScalarAttribute } from '@vidhi/content-engine/internal.ts';
import type { Collection } from '@vidhi/content-engine';
import { reference, schemaName } from './openapi-names.ts';
import type { JsonSchema } from './openapi-names.ts';

const TEXT: JsonSchema = { type: 'string' };

const count: JsonSchema = { type: 'integer', minimum: 0 };
export const paginationSchema: JsonSchema = {
  type: 'object',
  properties: { page: count, pageSize: count, pageCount: count, start: count, limit: count, total: count },
};

const orNull = (schema: JsonSchema): JsonSchema =>
  typeof schema['type'] === 'string' ? { ...schema, type: [schema['type'], 'null'] } : schema;

function valueSchema(attribute: ScalarAttribute): JsonSchema {
  switch (attribute.type) {
    case 'integer':
      return { type: 'integer' };
    case 'decimal':
      return { type: 'number' };
    case 'boolean':
      return { type: 'boolean' };
    case 'date':
      return { type: 'string', format: 'date' };
    case 'datetime':
      return { type: 'string', format: 'date-time' };
    case 'json':
      return {};
    default:
      return TEXT;
  }
}

function writtenSchema(attribute: Attribute): JsonSchema {
  if (attribute.type === 'media' || attribute.type === 'relation') return linkSchema;
  const { enum: values, minLength, maxLength, min, max, required } = attribute;
  const limits = { minLength, maxLength, minimum: min, maximum: max };
  const declaredLimits = Object.fromEntries(
    Object.entries(limits).filter(([, limit]) => limit !== undefined),
  );
  if (values !== undefined) return { enum: required === true ? values : [...values, null] };
  const schema = { ...valueSchema(attribute), ...declaredLimits };
  return required === true ? schema : orNull(schema);
}

const idSchema: JsonSchema = { type: 'integer', minimum: 1 };
const idList: JsonSchema = {
  type: 'array',
  items: { anyOf: [idSchema, { type: 'object', properties: { id: idSchema } }] },
};
const linkSchema: JsonSchema = {
  anyOf: [
    idSchema,
    { type: 'null' },
    idList,
    { type: 'object', properties: { set: idList } },
    { type: 'object', properties: { connect: idList, disconnect: idList } },
  ],
};

const numbersByName: JsonSchema = { type: 'object', additionalProperties: { type: 'integer', minimum: 0 } };

/** Description of the `meta` of one document. */
const WRITE_NOTES =
  'Empty but for writes of staff: `ignored` has names that are no attribute, `removed` elements that were removed from HTML, ' +
  '`blocked` pictures of other sites that pages do not show.';

/** Properties that `counts=1` adds to the `meta` of a list. */
function countsSchema({ counted, facets }: Collection): Record<string, JsonSchema> {
  if (counted !== undefined) return { counts: numbersByName };
  const names = Object.keys(facets);
  if (names.length === 0) return {};
  const properties = Object.fromEntries(names.map((name) => [name, numbersByName]));
  return { counts: { type: 'object', properties } };
}

/** Returns the schemas of a collection: its documents, its responses, and the bodies of its writes. */
export function describeSchemas(
  collection: Collection,
  byName: ReadonlyMap<string, Collection>,
): Record<string, JsonSchema> {
  const name = schemaName(collection.name);
  const properties: Record<string, JsonSchema> = {};
  const written: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const [key, attribute] of Object.entries(collection.attributes)) {
    if (attribute.type === 'media' || attribute.type === 'relation') {
      const target = byName.get(attribute.type === 'media' ? 'file' : attribute.target);
      properties[key] = populatedSchema(attribute, target);
      if (attribute.type === 'relation' && attribute.mappedBy !== undefined) continue;
    } else {
      if (attribute.private === true) continue;
      properties[key] = orNull(valueSchema(attribute));
      if (attribute.readonly === true) continue;
    }
    written[key] = writtenSchema(attribute);
    if (attribute.required === true) required.push(key);
  }
  const time = orNull({ type: 'string', format: 'date-time' });
  if (collection.timestamps) Object.assign(properties, { createdAt: time, updatedAt: time });
  if (collection.draftAndPublish) {
    properties['publishedAt'] = time;
    written['publishedAt'] = time;
  }
  const entity = {
    type: 'object',
    required: ['id', 'attributes'],
    properties: { id: idSchema, attributes: { type: 'object', properties } },
  };
  const data = { type: 'object', properties: written };
  return {
    [name]: entity,
    [`${name}Response`]: {
      type: 'object',
      required: ['data', 'meta'],
      properties: { data: reference(name), meta: { type: 'object', description: WRITE_NOTES } },
    },
    [`${name}List`]: {
      type: 'object',
      required: ['data', 'meta'],
      properties: {
        data: { type: 'array', items: reference(name) },
        meta: {
          type: 'object',
          properties: { pagination: reference('Pagination'), ...countsSchema(collection) },
        },
      },
    },
    [`${name}Create`]: { type: 'object', required: ['data'], properties: { data: { ...data, required } } },
    [`${name}Update`]: { type: 'object', required: ['data'], properties: { data } },
  };
}

function populatedSchema(attribute: Attribute, target: Collection | undefined): JsonSchema {
  const entity: JsonSchema = target === undefined ? { type: 'object' } : reference(schemaName(target.name));
  const description = 'Only when populated.';
  const wrapData = (data: JsonSchema): JsonSchema => ({
    description,
    type: 'object',
    required: ['data'],
    properties: { data },
  });
  const list: JsonSchema = { type: 'array', items: entity };
  const nothing: JsonSchema = { type: 'null' };
  if (attribute.type === 'media')
    return wrapData({ anyOf: [attribute.multiple === true ? list : entity, nothing] });
  const isToMany =
    attribute.type === 'relation' &&
    (attribute.relation === 'manyToMany' || attribute.relation === 'oneToMany');
  return wrapData(isToMany ? list : { anyOf: [entity, nothing] });
}

import { type Attribute, OPERATORS, type ScalarType } from '@vidhi/content-engine/internal.ts';
import type { Collection } from '@vidhi/content-engine';
import { reference, schemaName, type JsonSchema } from './openapi-names.ts';

const LISTS = new Set(['$in', '$notIn', '$between']);
const FLAGS = new Set(['$null', '$notNull']);
const GROUPS = new Set(['$and', '$or']);
const OF_TEXT = /^\$(?:eqi|nei)$|contains|startsWith|endsWith|search/i;

const VALUES: Readonly<Record<string, JsonSchema>> = {
  Text: { type: 'string' },
  Number: { type: 'number' },
  Boolean: { type: 'boolean' },
  Time: { type: 'string', description: 'ISO 8601' },
};

const KIND_OF: Readonly<Record<ScalarType, keyof typeof VALUES>> = {
  string: 'Text',
  text: 'Text',
  email: 'Text',
  json: 'Text',
  enumeration: 'Text',
  integer: 'Number',
  decimal: 'Number',
  boolean: 'Boolean',
  date: 'Time',
  datetime: 'Time',
};

function operandOf(operator: string, value: JsonSchema, self: JsonSchema): JsonSchema {
  if (FLAGS.has(operator)) return { type: 'boolean' };
  if (operator === '$not') return self;
  return LISTS.has(operator) ? { type: 'array', items: value } : value;
}

/** Schemas of the filter of one attribute, by the type of its values: a value, a list of values, or operators. */
export function valueFilters(): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(VALUES).map(([kind, value]) => {
      const name = `${kind}Filter`;
      const operators = OPERATORS.filter(
        (operator) => !GROUPS.has(operator) && (kind === 'Text' || !OF_TEXT.test(operator)),
      );
      const properties = Object.fromEntries(
        operators.map((operator) => [operator, operandOf(operator, value, reference(name))]),
      );
      const byOperator = { type: 'object', properties, additionalProperties: false };
      return [name, { anyOf: [value, { type: 'array', items: value }, byOperator] }];
    }),
  );
}

function attributeFilter(attribute: Attribute, byName: ReadonlyMap<string, Collection>): JsonSchema | null {
  if (attribute.type !== 'media' && attribute.type !== 'relation')
    return attribute.private === true ? null : reference(`${KIND_OF[attribute.type]}Filter`);
  if (attribute.type === 'relation' && attribute.filterable === false) return null;
  const target = byName.get(attribute.type === 'media' ? 'file' : attribute.target);
  if (target === undefined) return null;
  return { anyOf: [{ type: 'integer' }, reference(filtersName(target))] };
}

const filtersName = ({ name }: Collection): string => `${schemaName(name)}Filters`;

/** Returns the schema of `filters` of a collection: its attributes, filters of its relations, and group operators. */
export function collectionFilters(
  collection: Collection,
  byName: ReadonlyMap<string, Collection>,
): Record<string, JsonSchema> {
  const self = reference(filtersName(collection));
  const properties: Record<string, JsonSchema> = { id: reference('NumberFilter') };
  for (const [name, attribute] of Object.entries(collection.attributes)) {
    const filter = attributeFilter(attribute, byName);
    if (filter !== null) properties[name] = filter;
  }
  for (const name of generatedTimes(collection)) properties[name] = reference('TimeFilter');
  for (const group of GROUPS) properties[group] = { type: 'array', items: self };
  properties['$not'] = self;
  return { [filtersName(collection)]: { type: 'object', properties, additionalProperties: false } };
}

/** Returns the names of the timestamps that documents have in addition to the declared attributes. */
export function generatedTimes({ timestamps, draftAndPublish }: Collection): string[] {
  return [...(timestamps ? ['createdAt', 'updatedAt'] : []), ...(draftAndPublish ? ['publishedAt'] : [])];
}

export const filtersOf = (collection: Collection): JsonSchema => reference(filtersName(collection));

import { validationError } from '@vidhi/contracts/errors.ts';
import type { SortKey } from '../query/query.ts';
import { invalidParameter, isObject, isStringArray } from './query-string.ts';
import type { QueryObject, QueryValue } from './query-string.ts';
import type { Relation, Schema } from '../schema/schema.ts';

const INVALID_SORT =
  'Invalid sort parameter. Expected a string, an array of strings, a sort object or an array of sort objects';

/**
 * Parses `sort` in all its forms: `a`, `a:desc,b`, lists of those, objects and lists of objects. Throws 400 for unknown
 * names, attributes above the access level, and invalid directions.
 */
export function parseSort(schema: Schema, value: QueryValue, accessLevel: number): SortKey[] {
  if (value === undefined || value === null || value === '') return [];
  if (typeof value === 'string') return parseText(schema, value, accessLevel);
  if (isStringArray(value)) return value.flatMap((item) => parseText(schema, item, accessLevel));
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => {
      if (!isObject(item)) throw invalidParameter(String(index));
      return parseLevel(schema, item, accessLevel, []);
    });
  }
  if (isObject(value)) return parseLevel(schema, value, accessLevel, []);
  throw validationError(INVALID_SORT);
}

function parseText(schema: Schema, text: string, accessLevel: number): SortKey[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => parseSingle(schema, part, accessLevel));
}

function parseSingle(root: Schema, text: string, accessLevel: number): SortKey {
  const [path = '', order = 'asc'] = text.split(':');
  if (path === '') throw validationError('Field cannot be empty');
  const joins: Relation[] = [];
  let schema = root;
  const names = path.split('.');
  for (const [index, name] of names.entries()) {
    const column = schema.columnsByName.get(name);
    if (column !== undefined && column.accessLevel <= accessLevel) {
      const next = names[index + 1];
      if (next !== undefined) throw invalidParameter(next);
      return { joins, column, descending: isDescending(order) };
    }
    const relation = sortableRelation(schema, name, accessLevel);
    if (index === names.length - 1) throw invalidParameter(text.includes(':') ? order : name);
    joins.push(relation);
    schema = relation.target;
  }
  throw invalidParameter(path);
}

function parseLevel(
  schema: Schema,
  value: QueryObject,
  accessLevel: number,
  joins: readonly Relation[],
): SortKey[] {
  return Object.entries(value).flatMap(([name, order]): SortKey[] => {
    const column = schema.columnsByName.get(name);
    if (column !== undefined && column.accessLevel <= accessLevel) {
      if (typeof order !== 'string') throw validationError(INVALID_SORT);
      return [{ joins, column, descending: isDescending(order) }];
    }
    const relation = sortableRelation(schema, name, accessLevel);
    if (typeof order === 'string') throw invalidParameter(order === '' ? name : order);
    if (!isObject(order)) throw invalidParameter(name);
    return parseLevel(relation.target, order, accessLevel, [...joins, relation]);
  });
}

function sortableRelation(schema: Schema, name: string, accessLevel: number): Relation {
  const relation = schema.relationsByName.get(name);
  if (relation === undefined || relation.accessLevel > accessLevel || !relation.filterable)
    throw invalidParameter(name);
  return relation;
}

function isDescending(order: string): boolean {
  const lower = order.toLowerCase();
  if (lower !== 'asc' && lower !== 'desc') {
    throw validationError('Invalid order. order can only be one of asc|desc|ASC|DESC');
  }
  return lower === 'desc';
}

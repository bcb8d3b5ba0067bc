import { validationError, WireError } from '@vidhi/contracts/errors.ts';
import { leadingColumns } from '../query/field-sets.ts';
import { castBoolean } from './cast-value.ts';
import { parseFilter } from './parse-filter.ts';
import { parseSort } from './parse-sort.ts';
import type { Fields, PopulateNode, Publication, SortKey } from '../query/query.ts';
import { invalidParameter, isObject, isPresent, isStringArray, toNumber } from './query-string.ts';
import type { QueryObject, QueryValue } from './query-string.ts';
import type { Column, Relation, Schema } from '../schema/schema.ts';

const INVALID_POPULATE =
  'Invalid populate parameter. Expected a string, an array of strings, a populate object';

/** A populated relation without options. */
const DEFAULT_OPTIONS = {
  fields: null,
  filter: null,
  sort: [],
  populate: [],
  limit: undefined,
  offset: 0,
  count: false,
  reversed: false,
  publication: undefined,
} as const;

/** Parses `fields`; null means all attributes. Throws 400 for unknown names and attributes above the access level. */
export function parseFields(schema: Schema, value: QueryValue, accessLevel: number): Fields {
  if (value === undefined || value === null || value === '*') return null;
  if (value === '') throw validationError('Invalid parameter fields');
  const names = typeof value === 'string' ? [value] : value;
  if (!isStringArray(names)) {
    throw validationError('Invalid fields parameter. Expected a string or an array of strings');
  }
  const columns = new Set<Column>();
  for (const name of names.map((text) => text.trim())) {
    if (name === '*') {
      for (const column of schema.columns) if (column.accessLevel <= accessLevel) columns.add(column);
      continue;
    }
    const column = schema.columnsByName.get(name);
    if (column === undefined || column.accessLevel > accessLevel) throw invalidParameter(name);
    if (column !== schema.id) columns.add(column);
  }
  return [...columns];
}

/**
 * Moves the sorted attributes to the front of the fields, adding missing ones: the reference responds so when its query
 * has joins.
 */
export function withSortedFields(
  schema: Schema,
  accessLevel: number,
  fields: Fields,
  sort: readonly SortKey[],
): Fields {
  const own = sort.filter(({ joins, column }) => joins.length === 0 && column.position !== -1);
  if (own.length === 0) return fields;
  const leading = [...new Set(own.map(({ column }) => column))];
  return fields === null
    ? leadingColumns(schema, accessLevel, leading)
    : [...new Set([...leading, ...fields])];
}

/**
 * Parses `populate` in all its forms. Ignores unknown names and relations above the access level; throws 400 for invalid
 * options.
 */
export function parsePopulate(schema: Schema, value: QueryValue, accessLevel: number): PopulateNode[] {
  if (value === undefined || value === null || value === '') return [];
  if (value === '*') return everyRelation(schema, accessLevel);
  if (typeof value === 'string') return parsePaths(schema, splitNames(value), accessLevel);
  if (isStringArray(value)) {
    if (value.includes('*')) throw validationError(INVALID_POPULATE);
    return parsePaths(schema, [...new Set(value.flatMap(splitNames))], accessLevel);
  }
  if (isObject(value)) return parseObject(schema, value, accessLevel);
  throw validationError(INVALID_POPULATE);
}

const splitNames = (text: string): string[] => text.split(',').map((name) => name.trim());

function everyRelation(schema: Schema, accessLevel: number): PopulateNode[] {
  return schema.relations
    .filter((relation) => relation.accessLevel <= accessLevel)
    .map((relation) => ({ ...DEFAULT_OPTIONS, relation }));
}

/**
 * Parses paths such as `a`, `a.b` and `a.c`. As in the reference, of paths through the same relation the last comes
 * first.
 */
function parsePaths(schema: Schema, paths: readonly string[], accessLevel: number): PopulateNode[] {
  const roots = new Map<string, string[]>();
  for (const path of paths) {
    const dot = path.indexOf('.');
    const root = dot === -1 ? path : path.slice(0, dot);
    const rest = dot === -1 ? [] : [path.slice(dot + 1)];
    roots.set(root, [...rest, ...(roots.get(root) ?? [])]);
  }
  const nodes: PopulateNode[] = [];
  for (const [name, rest] of roots) {
    const relation = visibleRelation(schema, name, accessLevel);
    if (relation !== undefined)
      nodes.push({ ...DEFAULT_OPTIONS, relation, populate: parsePaths(relation.target, rest, accessLevel) });
  }
  return nodes;
}

function visibleRelation(schema: Schema, name: string, accessLevel: number): Relation | undefined {
  const relation = schema.relationsByName.get(name);
  return relation !== undefined && relation.accessLevel <= accessLevel ? relation : undefined;
}

function parseObject(schema: Schema, value: QueryObject, accessLevel: number): PopulateNode[] {
  const nodes: PopulateNode[] = [];
  for (const [name, options] of Object.entries(value)) {
    const relation = visibleRelation(schema, name, accessLevel);
    if (relation === undefined) continue;
    if (typeof options === 'string') {
      if (options === '*' || castBoolean(options)) nodes.push({ ...DEFAULT_OPTIONS, relation });
      continue;
    }
    if (!isObject(options)) throw validationError("Invalid nested populate. Expected '*' or an object");
    nodes.push(parseOptions(relation, options, accessLevel));
  }
  return nodes;
}

function parseOptions(relation: Relation, options: QueryObject, accessLevel: number): PopulateNode {
  const { target } = relation;
  const { fields, filters, populate, count, ordering, publicationState } = options;
  if (fields === '') throw invalidParameter(fields);
  const sort = parseSort(target, options['sort'], accessLevel);
  return {
    relation,
    sort,
    filter: isNonEmpty(filters) ? parseFilter(target, filters, accessLevel) : null,
    fields: withSortedFields(
      target,
      accessLevel,
      isNonEmpty(fields) ? parseFields(target, fields, accessLevel) : null,
      sort,
    ),
    populate: parsePopulate(target, populate, accessLevel),
    count: isNonEmpty(count) && parseCount(count) && relation.kind === 'relation',
    reversed: typeof ordering === 'string' && ordering.toLowerCase() === 'desc',
    publication: parsePublication(publicationState),
    ...parseWindow(options),
  };
}

const isNonEmpty = (value: QueryValue): boolean => value !== undefined && value !== null && value !== '';

function parseCount(value: QueryValue): boolean {
  if (value === 'true' || value === 't' || value === '1') return true;
  if (value === 'false' || value === 'f' || value === '0') return false;
  throw validationError('Invalid boolean input. Expected "t","1","true","false","0","f"');
}

/** Parses `publicationState`; undefined if it is absent. */
export function parsePublication(value: QueryValue): Publication | undefined {
  if (value === undefined || value === null) return undefined;
  if (value === 'live' || value === 'preview') return value;
  throw validationError(
    `Invalid publicationState. Expected one of 'preview','live' received: ${String(value)}.`,
  );
}

/**
 * Parses `start` and `limit` of a populated relation; a `limit` of undefined means all. As in the reference, `page` and
 * `pageSize` are validated but have no effect.
 */
export function parseWindow({ page, pageSize, start, limit, count }: QueryObject): {
  offset: number;
  limit: number | undefined;
} {
  if ((isPresent(page) || isPresent(pageSize)) && (isPresent(start) || isPresent(limit)))
    throw mixedPagination();
  if (isPresent(page)) requirePositive('page', page, page);
  if (isPresent(pageSize)) requirePositive('pageSize', pageSize, page);
  const offset = isPresent(start) ? toNumber(start) : 0;
  if (!Number.isSafeInteger(offset) || offset < 0) {
    throw validationError(`convertStartQueryParams expected a positive integer got ${offset}`);
  }
  const size = isPresent(limit) ? toNumber(limit) : -1;
  if (!Number.isSafeInteger(size) || size < -1) {
    throw validationError(`convertLimitQueryParams expected a positive integer got ${size}`);
  }
  if (isNonEmpty(count) && parseCount(count)) return { offset: 0, limit: undefined };
  return { offset, limit: size > 0 ? size : undefined };
}

/** Creates the 400 for a query with both `page` and `start` pagination. */
export const mixedPagination = (): WireError =>
  new WireError(
    400,
    'PaginationError',
    'Invalid pagination attributes. You cannot use page and offset pagination in the same query',
    { details: {} },
  );

function requirePositive(name: string, value: QueryValue, shown: QueryValue): void {
  const number = toNumber(value);
  if (Number.isSafeInteger(number) && number > 0) return;
  throw new WireError(
    400,
    'PaginationError',
    `Invalid '${name}' parameter. Expected an integer > 0, received: ${String(shown)}`,
    { details: {} },
  );
}

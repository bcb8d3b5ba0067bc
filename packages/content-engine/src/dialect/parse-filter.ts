import { validationError } from '@vidhi/contracts/errors.ts';
import { comparedText } from '../schema/column-value.ts';
import { castBoolean, castFilterValue, numericIfPossible } from './cast-value.ts';
import { allOf } from '../query/filter.ts';
import { searchNeedle } from '../search-terms.ts';
import type { ColumnTest, Filter, LikeMode } from '../query/filter.ts';
import { invalidParameter, isObject } from './query-string.ts';
import type { QueryObject, QueryValue } from './query-string.ts';
import type { Column, Relation, Schema } from '../schema/schema.ts';

const GROUPS = new Set(['$and', '$or']);
const COMPARISONS: Record<string, 'lt' | 'lte' | 'gt' | 'gte'> = {
  $lt: 'lt',
  $lte: 'lte',
  $gt: 'gt',
  $gte: 'gte',
};
const LIKES: Record<string, { mode: LikeMode; negative?: true }> = {
  $eqi: { mode: 'equals' },
  $nei: { mode: 'equals', negative: true },
  $contains: { mode: 'contains' },
  $containsi: { mode: 'contains' },
  $notContains: { mode: 'contains', negative: true },
  $notContainsi: { mode: 'contains', negative: true },
  $startsWith: { mode: 'starts' },
  $startsWithi: { mode: 'starts' },
  $endsWith: { mode: 'ends' },
  $endsWithi: { mode: 'ends' },
};
const COLUMN_OPERATORS = new Set([
  '$not',
  '$in',
  '$notIn',
  '$eq',
  '$ne',
  '$null',
  '$notNull',
  '$between',
  ...Object.keys(COMPARISONS),
  ...Object.keys(LIKES),
  '$search',
]);

/** Every operator of the dialect, group operators included. */
export const OPERATORS: readonly string[] = [...GROUPS, ...COLUMN_OPERATORS];
/** Returns whether a key in `filters` is an operator of the dialect. */
export const isOperator = (key: string): boolean => GROUPS.has(key) || COLUMN_OPERATORS.has(key);

/** A condition and the joins between the level that is being parsed and the collection that the condition is on. */
interface Condition {
  joins: Join[];
  filter: Filter;
}
/** One occurrence of a relation in a filter; two occurrences of the same relation are different joins. */
interface Join {
  relation: Relation;
}

/**
 * Parses `filters`; null if there are no conditions. As in the reference, the conditions inside a relation are merged into
 * the level above it, so that a later `$and`, `$or` or `$not` replaces an earlier one of the same level, even one from
 * inside a relation. Throws 400 for unknown names, attributes above the access level, and values that do not fit.
 */
export function parseFilter(schema: Schema, value: QueryValue, accessLevel: number): Filter | null {
  if (!isObject(value)) throw validationError('The filters parameter must be an object');
  return parseLevel(schema, value, accessLevel);
}

function parseLevel(schema: Schema, value: QueryObject, accessLevel: number): Filter | null {
  return combineConditions([...parseConditions(schema, value, accessLevel).values()]);
}

/** A group operator, which replaces an earlier one of its level, or a unique symbol for any other condition. */
type ConditionKey = string | symbol;

function parseConditions(
  schema: Schema,
  value: QueryObject,
  accessLevel: number,
): Map<ConditionKey, Condition> {
  const conditions = new Map<ConditionKey, Condition>();
  const put = (key: ConditionKey, condition: Condition): void => {
    conditions.set(key, condition);
  };
  for (const [key, content] of Object.entries(value)) {
    if (isOperator(key)) {
      const filter = parseGroup(schema, key, content, accessLevel);
      if (filter === undefined) continue;
      if (filter === null) conditions.delete(key);
      else put(key, { joins: [], filter });
      continue;
    }
    const column = schema.columnsByName.get(key);
    if (column !== undefined && column.accessLevel <= accessLevel) {
      const filter = parseColumn(column, content);
      if (filter !== null) put(Symbol(column.name), { joins: [], filter });
      continue;
    }
    const relation = schema.relationsByName.get(key);
    if (relation === undefined || relation.accessLevel > accessLevel || !relation.filterable)
      throw invalidParameter(key);
    const join: Join = { relation };
    for (const [nestedKey, nested] of parseRelation(relation, content, accessLevel))
      put(nestedKey, { joins: [join, ...nested.joins], filter: nested.filter });
  }
  return conditions;
}

/** Combines conditions with `and`; those of the same join go under one relation node. */
function combineConditions(conditions: readonly Condition[]): Filter | null {
  const parts: Filter[] = [];
  const byJoin = new Map<Join, Condition[]>();
  for (const { joins, filter } of conditions) {
    const [join, ...rest] = joins;
    if (join === undefined) {
      parts.push(filter);
      continue;
    }
    const group = byJoin.get(join);
    if (group === undefined) byJoin.set(join, [{ joins: rest, filter }]);
    else group.push({ joins: rest, filter });
  }
  for (const [{ relation }, group] of byJoin) {
    const part = combineConditions(group);
    if (part !== null) parts.push({ kind: 'relation', relation, part });
  }
  return allOf(parts);
}

function parseGroup(
  schema: Schema,
  key: string,
  content: QueryValue,
  accessLevel: number,
): Filter | null | undefined {
  if (key === '$not') {
    if (content === null || content === undefined) return undefined;
    if (!isObject(content)) throw validationError('Operator $not must be an object');
    const part = parseLevel(schema, content, accessLevel);
    return part === null ? undefined : { kind: 'not', part };
  }
  if (!GROUPS.has(key)) {
    throw validationError(`Only $and, $or and $not can only be used as root level operators. Found ${key}.`);
  }
  if (!Array.isArray(content)) throw validationError(`Operator ${key} must be an array`);
  const parts = content
    .map((item) => parseElement(schema, item, accessLevel))
    .filter((item) => item !== null);
  if (parts.length === 0) return null;
  return parts.length === 1 && parts[0] !== undefined
    ? parts[0]
    : { kind: key === '$or' ? 'or' : 'and', parts };
}

function parseElement(schema: Schema, item: QueryValue, accessLevel: number): Filter | null {
  if (Array.isArray(item))
    return allOf(item.map((sub) => parseElement(schema, sub, accessLevel)).filter((sub) => sub !== null));
  if (!isObject(item)) throw validationError('Where must be an array or an object');
  return parseLevel(schema, item, accessLevel);
}

function parseRelation(
  relation: Relation,
  content: QueryValue,
  accessLevel: number,
): Map<ConditionKey, Condition> {
  const { target } = relation;
  const onId = (filter: Filter | null): Map<ConditionKey, Condition> =>
    new Map(filter === null ? [] : [[Symbol('id'), { joins: [], filter }]]);
  if (!isObject(content)) return onId(parseColumn(target.id, content));
  const keys = Object.keys(content);
  const operators = keys.filter(isOperator);
  if (operators.length > 0 && operators.length !== keys.length) {
    const unknown = keys.find((key) => !isOperator(key) && !isAttribute(target, key, accessLevel));
    if (unknown !== undefined) throw invalidParameter(unknown);
    throw validationError('Operator and non-operator keys cannot be mixed in a relation where clause');
  }
  if (operators.length > 1) {
    throw validationError(
      `Only one operator key is allowed in a relation where clause, but found: ${operators.join(',')}`,
    );
  }
  const [operator] = operators;
  if (operator === undefined || GROUPS.has(operator)) return parseConditions(target, content, accessLevel);
  if (operator === '$not' && isObject(content[operator])) {
    throw validationError('Operator $not of a relation takes an id');
  }
  return onId(parseOperator(target.id, operator, content[operator]));
}

function isAttribute(schema: Schema, key: string, accessLevel: number): boolean {
  const found = schema.columnsByName.get(key) ?? schema.relationsByName.get(key);
  return found !== undefined && found.accessLevel <= accessLevel;
}

function parseColumn(column: Column, content: QueryValue): Filter | null {
  if (Array.isArray(content))
    return is(column, { op: 'in', values: content.map((item) => cast(column, item)) });
  if (!isObject(content)) return parseOperator(column, '$eq', content);
  return allOf(parseOperators(column, content));
}

function parseOperators(column: Column, content: QueryObject): Filter[] {
  const parts: Filter[] = [];
  for (const [operator, value] of Object.entries(content)) {
    if (!COLUMN_OPERATORS.has(operator)) throw invalidParameter(operator);
    const part = parseOperator(column, operator, value);
    if (part !== null) parts.push(part);
  }
  return parts;
}

const is = (column: Column, test: ColumnTest): Filter => ({ kind: 'column', column, test });
const not = (part: Filter): Filter => ({ kind: 'not', part });

function cast(column: Column, value: QueryValue): ReturnType<typeof castFilterValue> {
  if (Array.isArray(value)) throw validationError(`Invalid value for ${column.name}`);
  return castFilterValue(column, value);
}

function parseOperator(column: Column, operator: string, value: QueryValue): Filter | null {
  switch (operator) {
    case '$in':
    case '$notIn': {
      const values = (Array.isArray(value) ? value : [value]).map((item) => cast(column, item));
      return operator === '$in' ? is(column, { op: 'in', values }) : not(is(column, { op: 'in', values }));
    }
    case '$between':
      return parseBetween(column, value);
    case '$null':
    case '$notNull': {
      const isTrue = typeof value === 'string' ? castBoolean(value) : value !== null && value !== undefined;
      const isNull = is(column, { op: 'null' });
      return (operator === '$null') === isTrue ? isNull : not(isNull);
    }
    default:
  }
  if (Array.isArray(value)) {
    const parts = value.map((item) => parseOperator(column, operator, item)).filter((item) => item !== null);
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: 'or', parts };
  }
  return parseSingle(column, operator, value);
}

function parseBetween(column: Column, value: QueryValue): Filter {
  if (!Array.isArray(value) || value.length !== 2) {
    throw validationError('$between expects exactly two values');
  }
  const [low, high] = value;
  return { kind: 'and', parts: [compare(column, 'gte', low), compare(column, 'lte', high)] };
}

function compare(column: Column, op: 'lt' | 'lte' | 'gt' | 'gte', value: QueryValue): Filter {
  const bound = cast(column, value);
  return is(column, bound === null ? { op: 'unknown' } : { op, value: bound });
}

function parseSingle(column: Column, operator: string, value: QueryValue): Filter | null {
  if (operator === '$not') {
    if (!isObject(value)) return not(parseSingle(column, '$eq', value) ?? is(column, { op: 'unknown' }));
    const part = allOf(parseOperators(column, value));
    return part === null ? null : not(part);
  }
  if (isObject(value)) throw invalidParameter(Object.keys(value)[0] ?? operator);
  const comparison = COMPARISONS[operator];
  if (comparison !== undefined) return compare(column, comparison, value);
  if (operator === '$search') return is(column, { op: 'search', needle: searchNeedle(String(value ?? '')) });
  const like = LIKES[operator];
  if (like !== undefined) return parseLike(column, like, value);
  if (operator !== '$eq' && operator !== '$ne') throw invalidParameter(operator);
  const equal =
    value === null ? is(column, { op: 'null' }) : is(column, { op: 'in', values: [cast(column, value)] });
  return operator === '$eq' ? equal : not(equal);
}

function parseLike(
  column: Column,
  { mode, negative }: { mode: LikeMode; negative?: true },
  value: QueryValue,
): Filter {
  if (value === null && mode === 'equals') {
    const isNull = is(column, { op: 'null' });
    return negative === true ? not(isNull) : isNull;
  }
  const positive = is(column, { op: 'like', mode, needle: comparedText(String(value)) });
  return negative === true ? not(positive) : positive;
}

/** Parses `_q`: any text column contains the text, or any number column if the text is a number. Null for an empty `_q`. */
export function parseSearch(schema: Schema, value: QueryValue, accessLevel: number): Filter | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value !== 'string') throw validationError('Invalid parameter _q');
  const needle = comparedText(value);
  const isNumeric = typeof numericIfPossible(value) === 'number' || value.trim() === '';
  const parts: Filter[] = [is(schema.id, { op: 'like', mode: 'contains', needle })];
  for (const column of schema.columns) {
    const isSearchable =
      (!column.absentIfNull && ['string', 'text', 'email', 'enumeration'].includes(column.type)) ||
      (isNumeric && (column.type === 'integer' || column.type === 'decimal'));
    if (isSearchable && column.accessLevel <= accessLevel)
      parts.push(is(column, { op: 'like', mode: 'contains', needle }));
  }
  return { kind: 'or', parts };
}

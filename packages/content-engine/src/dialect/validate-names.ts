import { parseComputedSort } from './parse-computed-order.ts';
import { isOperator } from './parse-filter.ts';
import { QUERY_BUDGET } from '../query/query-budget.ts';
import { overBudget } from '../query/query-cost.ts';
import { invalidParameter, isObject, isStringArray } from './query-string.ts';
import type { QueryObject, QueryValue } from './query-string.ts';
import type { Column, Relation, Schema } from '../schema/schema.ts';

/**
 * Throws 400 for the first unknown or forbidden name in a query, in the order of the reference, which validates all names
 * before any value. Does not validate values.
 */
export function validateNames(schema: Schema, query: QueryObject, accessLevel: number): void {
  const { filters, sort, fields, populate } = query;
  if (isNonEmpty(filters)) validateFilterNames(schema, filters, accessLevel);
  if (isNonEmpty(sort) && parseComputedSort(schema, sort) === undefined)
    validateSortNames(schema, sort, accessLevel);
  if (isNonEmpty(fields)) validateFieldNames(schema, fields, accessLevel);
  if (isNonEmpty(populate) && populate !== '*') {
    visitPopulate(schema, populate, accessLevel, UNKNOWN_NAMES);
    visitPopulate(schema, populate, accessLevel, ALL_NAMES);
  }
}

const isNonEmpty = (value: QueryValue): boolean => value !== undefined && value !== null && value !== '';

function attributeOf(schema: Schema, key: string, accessLevel: number): Column | Relation | undefined {
  if (key === 'id') return undefined;
  const found = schema.columnsByName.get(key) ?? schema.relationsByName.get(key);
  return found !== undefined && found.accessLevel <= accessLevel ? found : undefined;
}

const isRelation = (attribute: Column | Relation): attribute is Relation => 'target' in attribute;

/** The check of one pass through filters or sort. Throws 400 for a key that it rejects. */
type CheckKey = (key: string, attribute: Column | Relation | undefined, value: QueryValue) => void;

function rejectUnfilterable(key: string, attribute: Column | Relation | undefined): void {
  if (attribute !== undefined && isRelation(attribute) && !attribute.filterable) throw invalidParameter(key);
}

function rejectUnknownFilter(key: string, attribute: Column | Relation | undefined, value: QueryValue): void {
  if (attribute === undefined && key !== 'id' && !isOperator(key)) throw invalidParameter(key);
  if (attribute === undefined || !isRelation(attribute) || attribute.filterable || !isObject(value)) return;
  if (Object.keys(value).some((inner) => inner !== 'id' && !isOperator(inner))) throw invalidParameter(key);
}

function rejectUnknownSort(key: string, attribute: Column | Relation | undefined): void {
  if (attribute === undefined && key !== 'id') throw invalidParameter(key);
}

function rejectEmptySort(key: string, attribute: Column | Relation | undefined, value: QueryValue): void {
  if (attribute === undefined || !isRelation(attribute)) return;
  const isEmpty = !isNonEmpty(value) || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);
  if (isEmpty) throw invalidParameter(key);
}

function visitFilters(schema: Schema, value: QueryValue, accessLevel: number, check: CheckKey): void {
  if (Array.isArray(value)) {
    for (const item of value) visitFilters(schema, item, accessLevel, check);
    return;
  }
  if (!isObject(value)) return;
  for (const [key, content] of Object.entries(value)) {
    const attribute = attributeOf(schema, key, accessLevel);
    check(key, attribute, content);
    if (attribute === undefined) visitFilters(schema, content, accessLevel, check);
    else if (isRelation(attribute) && attribute.filterable)
      visitFilters(attribute.target, content, accessLevel, check);
  }
}

/** Throws 400 for the first unknown or unfilterable name. */
export function validateFilterNames(schema: Schema, value: QueryValue, accessLevel: number): void {
  visitFilters(schema, value, accessLevel, rejectUnknownFilter);
  visitFilters(schema, value, accessLevel, rejectUnfilterable);
}

function visitSort(schema: Schema, value: QueryValue, accessLevel: number, check: CheckKey): void {
  if (typeof value === 'string') {
    const parts = value.split(',');
    if (parts.length > 1) for (const part of parts) visitSort(schema, part.trim(), accessLevel, check);
    else visitSortPath(schema, value.trim(), accessLevel, check);
  } else if (Array.isArray(value) && value.every((item) => typeof item === 'string' || isNested(item))) {
    const isUniform = isStringArray(value) || value.every(isNested);
    if (isUniform) for (const item of value) visitSort(schema, item, accessLevel, check);
    else visitSortKeys(schema, byIndex(value), accessLevel, check);
  } else if (Array.isArray(value)) visitSortKeys(schema, byIndex(value), accessLevel, check);
  else if (isObject(value)) visitSortKeys(schema, value, accessLevel, check);
}

const byIndex = (items: readonly QueryValue[]): QueryObject => Object.fromEntries(items.entries());

const isNested = (value: QueryValue): boolean => typeof value === 'object' && value !== null;

function visitSortPath(schema: Schema, path: string, accessLevel: number, check: CheckKey): void {
  const [key = '', ...rest] = path.split('.').flatMap((part) => part.split(':'));
  if (key === '') return;
  if (rest.length > QUERY_BUDGET.sortParts) throw overBudget('sort goes through too many relations');
  const attribute = attributeOf(schema, key, accessLevel);
  const below = rest.reduce((joined, part) => {
    if (part === '') return joined;
    if (joined === '') return part;
    return /^(asc|desc)$/i.test(part) ? `${joined}:${part}` : `${joined}.${part}`;
  }, '');
  check(key, attribute, below);
  if (attribute !== undefined && isRelation(attribute) && attribute.filterable) {
    visitSort(attribute.target, below, accessLevel, check);
  }
}

function visitSortKeys(schema: Schema, value: QueryObject, accessLevel: number, check: CheckKey): void {
  for (const [key, content] of Object.entries(value)) {
    const attribute = attributeOf(schema, key, accessLevel);
    check(key, attribute, content);
    if (attribute !== undefined && isRelation(attribute) && attribute.filterable) {
      visitSort(attribute.target, content, accessLevel, check);
    }
  }
}

/** Throws 400 for the first unknown or unfilterable name, or a relation without an attribute to sort by. */
export function validateSortNames(schema: Schema, value: QueryValue, accessLevel: number): void {
  visitSort(schema, value, accessLevel, rejectUnknownSort);
  visitSort(schema, value, accessLevel, rejectEmptySort);
  visitSort(schema, value, accessLevel, rejectUnfilterable);
}

function validateFieldNames(schema: Schema, value: QueryValue, accessLevel: number): void {
  if (isStringArray(value)) {
    for (const item of value) validateFieldNames(schema, item, accessLevel);
    return;
  }
  if (typeof value !== 'string' || value === '*') return;
  const name = value.trim();
  const attribute = attributeOf(schema, name, accessLevel);
  if (name !== 'id' && (attribute === undefined || isRelation(attribute))) throw invalidParameter(name);
}

/** Checks that one pass through populate applies to the options of each level. */
interface OptionChecks {
  sort: typeof validateSortNames;
  filters: typeof validateFilterNames;
  fields: typeof validateFieldNames;
}

/** First pass: unknown names only. */
const UNKNOWN_NAMES: OptionChecks = {
  sort(schema, value, accessLevel) {
    visitSort(schema, value, accessLevel, rejectUnknownSort);
    visitSort(schema, value, accessLevel, rejectEmptySort);
  },
  filters(schema, value, accessLevel) {
    visitFilters(schema, value, accessLevel, rejectUnknownFilter);
  },
  fields: validateFieldNames,
};
/** Second pass: unfilterable relations too. */
const ALL_NAMES: OptionChecks = {
  sort: validateSortNames,
  filters: validateFilterNames,
  fields: validateFieldNames,
};

function visitPopulate(schema: Schema, value: QueryValue, accessLevel: number, checks: OptionChecks): void {
  if (!isObject(value)) return;
  for (const [key, content] of Object.entries(value)) {
    const attribute = attributeOf(schema, key, accessLevel);
    if (attribute === undefined) {
      if (key === 'populate') visitPopulate(schema, content, accessLevel, checks);
      else if (key === 'sort' || key === 'filters' || key === 'fields')
        checks[key](schema, content, accessLevel);
    } else if (isRelation(attribute) && content !== null)
      visitPopulate(attribute.target, content, accessLevel, checks);
  }
}

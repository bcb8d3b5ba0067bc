/**
 * `dialect/` parses the query strings of Strapi 4 into queries, with the reference's error messages. Nothing here reads
 * documents: unknown names, types and limits are checked against the schema only.
 */
import { validationError } from '@vidhi/contracts/errors.ts';
import { parseComputedSort } from './parse-computed-order.ts';
import { accessLevelOf } from '../schema/schema.ts';
import type { Schema } from '../schema/schema.ts';
import type { Audience, Collection } from '../schema/collection.ts';
import { allOf } from '../query/filter.ts';
import type { Filter } from '../query/filter.ts';
import { parseFilter, parseSearch } from './parse-filter.ts';
import {
  mixedPagination,
  parseFields,
  parsePopulate,
  parsePublication,
  parseWindow,
} from './parse-populate.ts';
import { parseSort } from './parse-sort.ts';
import type { EntityQuery, ListQuery, Page } from '../query/query.ts';
import { isObject, isPresent, toNumber } from './query-string.ts';
import type { QueryObject, QueryValue } from './query-string.ts';
import { requireAffordable } from '../query/query-budget.ts';
import { validateNames } from './validate-names.ts';

/** Parses the query of a list. Throws 400 for an invalid query and for one that exceeds the query budget. */
export function parseListQuery(schema: Schema, query: QueryObject, audience: Audience): ListQuery {
  return withNameErrorsFirst(schema, query, audience, (accessLevel) => {
    const pagination = isObject(query['pagination']) ? query['pagination'] : {};
    const page = parsePagination(schema.collection, pagination);
    const selection = parseSelection(schema, query, accessLevel);
    const withCount = parseWithCount(pagination);
    if (page.style === 'page' && withCount && (isPresent(query['start']) || isPresent(query['limit'])))
      throw mixedPagination();
    const distinct = distinctColumn(schema, selection, query);
    const { counted, facets } = schema.collection;
    const hasCounts = counted !== undefined || Object.keys(facets).length > 0;
    const counts = hasCounts && query['counts'] === '1';
    return { ...selection, page, withCount, counts, distinct };
  });
}

/** Parses the query of a single type, as a list of at most one document. */
export function parseSingleQuery(schema: Schema, query: QueryObject, audience: Audience): ListQuery {
  return withNameErrorsFirst(schema, query, audience, (accessLevel) => {
    const selection = parseSelection(schema, query, accessLevel);
    const { page: number, pageSize, start, limit } = query;
    const { offset } = parseWindow({ page: number, pageSize, start, limit });
    const page: Page = { style: 'offset', start: offset, limit: 1 };
    return { ...selection, page, withCount: false, counts: false, distinct: undefined };
  });
}

function parseSelection(
  schema: Schema,
  query: QueryObject,
  accessLevel: number,
): Omit<ListQuery, 'page' | 'withCount' | 'counts' | 'distinct'> {
  const order = parseComputedSort(schema, query['sort']);
  const sort = order === undefined ? parseSort(schema, query['sort'], accessLevel) : [];
  const populate = parsePopulate(schema, query['populate'], accessLevel);
  const isPaged = schema.collection.kind !== 'single';
  if (isPaged && (isPresent(query['page']) || isPresent(query['pageSize']))) throw mixedPagination();
  const filters: (Filter | null)[] = [
    isPresent(query['filters']) ? parseFilter(schema, query['filters'], accessLevel) : null,
    parseSearch(schema, query['_q'], accessLevel),
  ];
  return {
    schema,
    accessLevel,
    filter: allOf(filters.filter((filter) => filter !== null)),
    sort,
    order,
    fields: parseFields(schema, query['fields'], accessLevel),
    populate,
    publication: parsePublication(query['publicationState']) ?? 'live',
  };
}

/**
 * Parses the query of a request for one document or of a write. Of parameters that apply only to lists the names are
 * validated and the values ignored.
 */
export function parseEntityQuery(schema: Schema, query: QueryObject, audience: Audience): EntityQuery {
  validateNames(schema, query, accessLevelOf(audience));
  return withNameErrorsFirst(schema, query, audience, (accessLevel) => ({
    schema,
    accessLevel,
    fields: parseFields(schema, query['fields'], accessLevel),
    populate: parsePopulate(schema, query['populate'], accessLevel),
    publication: 'live',
  }));
}

/** Parses a query. If it is invalid, throws the error for a wrong name first, as the reference does. */
function withNameErrorsFirst<Query extends EntityQuery>(
  schema: Schema,
  query: QueryObject,
  audience: Audience,
  parse: (accessLevel: number) => Query,
): Query {
  const accessLevel = accessLevelOf(audience);
  try {
    const parsed = parse(accessLevel);
    requireAffordable(parsed);
    return parsed;
  } catch (error) {
    validateNames(schema, query, accessLevel);
    throw error;
  }
}

const isTruthy = (value: QueryValue): boolean => isPresent(value) && value !== '';

function distinctColumn(
  schema: Schema,
  { fields }: Pick<EntityQuery, 'fields'>,
  query: QueryObject,
): ListQuery['distinct'] {
  if (isPresent(query['pagination']) || fields?.length !== 1) return undefined;
  const [column] = fields;
  return column !== undefined && schema.collection.distinct.includes(column.name) ? column : undefined;
}

const MAX_START = Number.MAX_SAFE_INTEGER;

function parsePagination(collection: Collection, pagination: QueryObject): Page {
  const isPaged = 'page' in pagination || 'pageSize' in pagination;
  const isOffset = 'start' in pagination || 'limit' in pagination;
  if (isPaged && isOffset) {
    throw validationError('Invalid pagination parameters. Expected either start/limit or page/pageSize');
  }
  return isOffset ? parseOffset(collection, pagination) : parsePage(collection, pagination);
}

function parsePage({ pageSize: caps }: Collection, pagination: QueryObject): Page {
  const { page, pageSize } = pagination;
  const size = pageSize === undefined ? caps.default : Math.max(1, toNumber(pageSize));
  const number = Math.max(1, isTruthy(page) ? toNumber(page) : 1);
  const capped = Math.min(size, caps.max);
  requireInteger(number, (number - 1) * capped);
  requireInteger(capped, capped);
  return { style: 'page', page: number, pageSize: capped };
}

function parseOffset({ pageSize: caps }: Collection, pagination: QueryObject): Page {
  const { start, limit } = pagination;
  const requested = limit === undefined ? caps.default : toNumber(limit);
  const size = requested === -1 || requested > caps.max ? caps.max : Math.max(1, requested);
  const first = Math.max(0, isTruthy(start) ? toNumber(start) : 0);
  requireInteger(first, first);
  requireInteger(size, size);
  return { style: 'offset', start: first, limit: size };
}

function requireInteger(value: number, position: number): void {
  if (!Number.isInteger(value) || position > MAX_START) {
    throw validationError('Invalid pagination parameters. Expected integers');
  }
}

function parseWithCount(pagination: QueryObject): boolean {
  if (!('withCount' in pagination)) return true;
  const { withCount } = pagination;
  if (withCount === 'true' || withCount === 't' || withCount === '1') return true;
  if (withCount === 'false' || withCount === 'f' || withCount === '0') return false;
  throw validationError('Invalid withCount parameter. Expected "t","1","true","false","0","f"');
}

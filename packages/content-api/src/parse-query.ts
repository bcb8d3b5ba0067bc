import { validationError } from '@vidhi/contracts/errors.ts';
import { audienceRank } from './schema.ts';
import type { Schema } from './schema.ts';
import type { Audience, Collection } from './collection.ts';
import { allOf } from './filter.ts';
import type { Filter } from './filter.ts';
import { parseFilter, parseSearch } from './parse-filter.ts';
import { mixedPagination, parseFields, parsePopulate, parsePublication } from './parse-populate.ts';
import { checkSort, parseSort } from './parse-sort.ts';
import type { EntityQuery, ListQuery, Page } from './query.ts';
import { isObject, toNumber } from './query-string.ts';
import type { QueryObject, QueryValue } from './query-string.ts';
import { requireAffordable } from './query-budget.ts';

const given = (value: QueryValue): boolean => value !== undefined && value !== null;

/** What a list call asks for. */
export function parseListQuery(schema: Schema, query: QueryObject, audience: Audience): ListQuery {
  const entity = parseEntityQuery(schema, query, audience, true);
  const { rank } = entity;
  const sort = parseSort(schema, query['sort'], rank);
  const { page, withCount } = parsePagination(schema.collection, query);
  const filters: (Filter | null)[] = [
    given(query['filters']) ? parseFilter(schema, query['filters'], rank) : null,
    parseSearch(schema, query['_q'], rank),
  ];
  const list: ListQuery = {
    ...entity,
    filter: allOf(filters.filter((filter) => filter !== null)),
    sort,
    page,
    withCount,
    distinct: distinctColumn(schema, entity, query),
  };
  requireAffordable(list);
  return list;
}

/** What a call for one document, or the answer to a write, asks for; the rest is checked and ignored. */
export function parseEntityQuery(
  schema: Schema,
  query: QueryObject,
  audience: Audience,
  isList = false,
): EntityQuery {
  const rank = audienceRank(audience);
  if (!isList) {
    if (isTruthy(query['filters'])) parseFilter(schema, query['filters'], rank);
    checkSort(schema, query['sort'], rank);
  }
  const entity: EntityQuery = {
    schema,
    rank,
    fields: parseFields(schema, query['fields'], rank),
    populate: parsePopulate(schema, query['populate'], rank),
    publication: (isList ? parsePublication(query['publicationState']) : undefined) ?? 'live',
  };
  requireAffordable(entity);
  return entity;
}

const isTruthy = (value: QueryValue): boolean => given(value) && value !== '';

function distinctColumn(schema: Schema, { fields }: EntityQuery, query: QueryObject): ListQuery['distinct'] {
  if (given(query['pagination']) || fields?.length !== 1) return undefined;
  const [column] = fields;
  return column !== undefined && schema.collection.distinct.includes(column.name) ? column : undefined;
}

const MAX_START = Number.MAX_SAFE_INTEGER;

function parsePagination(collection: Collection, query: QueryObject): { page: Page; withCount: boolean } {
  const pagination = isObject(query['pagination']) ? query['pagination'] : {};
  const isPaged = 'page' in pagination || 'pageSize' in pagination;
  const isOffset = 'start' in pagination || 'limit' in pagination;
  if (isPaged && isOffset) {
    throw validationError('Invalid pagination parameters. Expected either start/limit or page/pageSize');
  }
  const withCount = parseWithCount(pagination);
  refuseTopLevelPagination(query, isOffset, withCount);
  return {
    page: isOffset ? parseOffset(collection, pagination) : parsePage(collection, pagination),
    withCount,
  };
}

/** `page=2` or `limit=5` beside `pagination` is refused by the reference wherever it meets the other style. */
function refuseTopLevelPagination(query: QueryObject, isOffset: boolean, withCount: boolean): void {
  if (given(query['page']) || given(query['pageSize'])) throw mixedPagination();
  if (!isOffset && withCount && (given(query['start']) || given(query['limit']))) throw mixedPagination();
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
  const wanted = limit === undefined ? caps.default : toNumber(limit);
  const size = wanted === -1 || wanted > caps.max ? caps.max : Math.max(1, wanted);
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

import type { Audience } from '../schema/collection.ts';
import { withSortedFields } from '../dialect/parse-populate.ts';
import type { PopulateContext } from './populate.ts';
import type { EntityQuery, Fields, ListQuery, Page } from '../query/query.ts';
import type { SelectQuery } from '../query/select-query.ts';
import type { QueryCost } from '../query/query-cost.ts';
import type { ReadModel } from '../model/read-model.ts';

/** Returns the context of a query; only staff may include unpublished documents. */
export function contextOf(
  model: ReadModel,
  { accessLevel }: EntityQuery,
  audience: Audience,
  cost: QueryCost,
): PopulateContext {
  return { model, accessLevel, seesUnpublished: audience === 'staff', cost };
}

/** Offset and limit of a page. */
export function windowOf(page: Page): { offset: number; limit: number } {
  if (page.style === 'offset') return { offset: page.start, limit: page.limit };
  return { offset: (page.page - 1) * page.pageSize, limit: page.pageSize };
}

/** Returns the selection of a list's page. `seesUnpublished` as in `MatchContext`. */
export function selectQueryOf(query: ListQuery, seesUnpublished: boolean): SelectQuery {
  const { schema, filter, sort, order, publication } = query;
  const includeUnpublished = seesUnpublished && publication === 'preview';
  return { schema, filter, sort, order, ...windowOf(query.page), includeUnpublished, seesUnpublished };
}

/**
 * Returns the field set of a response. As in the reference, a filter or a sort through relations adds the sorted
 * attributes.
 */
export function shownFields({ schema, accessLevel, fields, filter, sort }: ListQuery): Fields {
  const isJoined = sort.some(({ joins }) => joins.length > 0) || hasRelation(filter);
  return isJoined ? withSortedFields(schema, accessLevel, fields, sort) : fields;
}

function hasRelation(filter: ListQuery['filter']): boolean {
  if (filter === null || filter.kind === 'column') return false;
  if (filter.kind === 'relation') return true;
  return filter.kind === 'not' ? hasRelation(filter.part) : filter.parts.some(hasRelation);
}

import { createOutputBuffer } from './output-buffer.ts';
import type { CollectionStore } from '../model/collection-store.ts';
import { compareValues, valueJson } from '../schema/column-value.ts';
import type { Comparable } from '../schema/column-value.ts';
import type { IndexedDocument } from '../records/document.ts';
import type { PopulateContext } from './populate.ts';
import type { ListQuery } from '../query/query.ts';
import { COST, overBudget } from '../query/query-cost.ts';
import { selectPage } from '../select/select.ts';
import type { Column } from '../schema/schema.ts';

const MAX_DISTINCT_VALUES = 10_000;

interface DistinctResponse {
  readonly version: number;
  readonly body: Buffer;
}

const distinctResponses = new WeakMap<CollectionStore, Map<Column, DistinctResponse>>();

/**
 * Returns the response body of a list of the distinct values of a column, each with the id of its first document, by
 * default ordered by the value. Cached until the collection changes when the query has neither filter nor sort. Throws
 * 400 for too many values.
 */
export function respondDistinct(
  store: CollectionStore,
  query: ListQuery,
  column: Column,
  context: PopulateContext,
): Buffer {
  const isCacheable =
    query.filter === null &&
    query.sort.length === 0 &&
    query.publication === 'live' &&
    !store.isVolatile(column);
  if (!isCacheable) return serializeDistinct(store, query, column, context);
  const cache = distinctResponses.get(store) ?? new Map<Column, DistinctResponse>();
  distinctResponses.set(store, cache);
  const cached = cache.get(column);
  if (cached?.version === store.version) return cached.body;
  const body = serializeDistinct(store, query, column, context);
  cache.set(column, { version: store.version, body });
  return body;
}

function serializeDistinct(
  store: CollectionStore,
  query: ListQuery,
  column: Column,
  context: PopulateContext,
): Buffer {
  const includeUnpublished = context.seesUnpublished && query.publication === 'preview';
  const { documents } = selectPage(context, store, {
    ...query,
    offset: 0,
    limit: Number.MAX_SAFE_INTEGER,
    includeUnpublished,
  });
  context.cost.charge((documents.length * COST.serialized) / 4, 'too many documents to compare');
  const firsts = new Map<Comparable, IndexedDocument>();
  for (const document of documents) {
    const value = store.value(document, column);
    if (!firsts.has(value)) firsts.set(value, document);
  }
  if (firsts.size > MAX_DISTINCT_VALUES) throw overBudget('too many distinct values');
  const values = [...firsts];
  if (query.sort.length === 0) values.sort(([a], [b]) => compareValues(a, b));
  const output = createOutputBuffer(context.cost);
  output.text('{"data":[');
  for (const [index, [value, { id }]] of values.entries()) {
    output.text(
      `${index === 0 ? '' : ','}{"id":${id},"attributes":{"${column.name}":${valueJson(column, value)}}}`,
    );
  }
  const total = values.length;
  output.text(
    `],"meta":{"pagination":{"page":1,"pageSize":${total},"pageCount":${total === 0 ? 0 : 1},"total":${total}}}}`,
  );
  return output.finish();
}

/**
 * `respond/` executes parsed queries and serializes the response bodies: lists (this file), one document (`one.ts`) and
 * distinct values (`distinct.ts`), with populated relations (`populate.ts`).
 */
import { createOutputBuffer } from './output-buffer.ts';
import type { OutputBuffer } from './output-buffer.ts';
import { respondDistinct } from './distinct.ts';
import { contextOf, selectQueryOf, shownFields } from './query-context.ts';
import type { Audience } from '../schema/collection.ts';
import { countFacets } from '../select/facet-counts.ts';
import { countRelated } from '../select/related-counts.ts';
import type { CollectionStore } from '../model/collection-store.ts';
import type { IndexedDocument } from '../records/document.ts';
import { parseListQuery } from '../dialect/parse-query.ts';
import { createParsedQueryCache } from '../dialect/parsed-query-cache.ts';
import { narrowQuery } from '../select/narrow-query.ts';
import type { FixedValues } from '../select/narrow-query.ts';
import { bindPopulate, readWindows, writeDocument } from './populate.ts';
import type { PopulateContext, Populated } from './populate.ts';
import type { Fields, ListQuery } from '../query/query.ts';
import { QueryCost } from '../query/query-cost.ts';
import { parseQueryString } from '../dialect/query-string.ts';
import type { QueryObject } from '../dialect/query-string.ts';
import type { ReadModel } from '../model/read-model.ts';
import { cacheSerialized, projectionOf, writeCached } from './serialized-document-cache.ts';
import { selectPage } from '../select/select.ts';

const listQueries = createParsedQueryCache<ListQuery>();

/**
 * Returns the response body of `GET /api/{plural}?{requested}`: the query string without `?`, or a query of this process as
 * it would be parsed. `fixed` restricts the list to the documents of an alias. Throws 400 for an invalid query and for one that costs too much.
 */
export function respondList(
  model: ReadModel,
  name: string,
  requested: string | QueryObject,
  audience: Audience,
  fixed?: FixedValues,
  cost = new QueryCost(),
): Buffer {
  const store = model.store(name);
  const parsed =
    typeof requested === 'string'
      ? listQueries(store.schema, requested, audience, () =>
          parseListQuery(store.schema, parseQueryString(requested), audience),
        )
      : parseListQuery(store.schema, requested, audience);
  const query = fixed === undefined ? parsed : narrowQuery(parsed, fixed);
  model.publishDue();
  const context = contextOf(model, query, audience, cost);
  if (query.distinct !== undefined) return respondDistinct(store, query, query.distinct, context);
  const selection = selectQueryOf(query, context.seesUnpublished);
  const { documents, total } = selectPage(context, store, selection);
  const counts = query.counts
    ? countsJson(context, store, query, documents, selection.includeUnpublished)
    : '';
  return writeList(context, store, query, documents, `${paginationJson(query, total)}${counts}`);
}

function paginationJson({ page, withCount }: ListQuery, total: number): string {
  if (page.style === 'offset') {
    return `{"start":${page.start},"limit":${page.limit}${withCount ? `,"total":${total}` : ''}}`;
  }
  const counted = withCount ? `,"pageCount":${Math.ceil(total / page.pageSize)},"total":${total}` : '';
  return `{"page":${page.page},"pageSize":${page.pageSize}${counted}}`;
}

function countsJson(
  context: PopulateContext,
  store: CollectionStore,
  { filter, accessLevel }: ListQuery,
  documents: readonly IndexedDocument[],
  includeUnpublished: boolean,
): string {
  const isCounted = store.schema.collection.counted !== undefined;
  const counts = isCounted
    ? Object.fromEntries(countRelated(context, store, documents, filter))
    : countFacets(context, store, filter, accessLevel, includeUnpublished);
  return `,"counts":${JSON.stringify(counts)}`;
}

function writeList(
  context: PopulateContext,
  store: CollectionStore,
  query: ListQuery,
  documents: readonly IndexedDocument[],
  pagination: string,
): Buffer {
  const populated = bindPopulate(context, query.populate, query.publication);
  readWindows(context, store, documents, populated);
  const fields = shownFields(query);
  const output = createOutputBuffer(context.cost);
  output.text('{"data":[');
  writeItems(context, output, { store, documents, fields, populated });
  output.text(`],"meta":{"pagination":${pagination}}}`);
  return output.finish();
}

interface Items {
  store: CollectionStore;
  documents: readonly IndexedDocument[];
  fields: Fields;
  populated: readonly Populated[];
}

/** Writes documents with commas between them, from the cache where they have been written in this projection before. */
function writeItems(
  context: PopulateContext,
  output: OutputBuffer,
  { store, documents, fields, populated }: Items,
): void {
  const projection = context.seesUnpublished
    ? null
    : projectionOf(store, context.accessLevel, fields, populated);
  for (const [index, document] of documents.entries()) {
    if (index > 0) output.text(',');
    if (projection !== null && writeCached(output, document, projection)) continue;
    const { length, rows } = output;
    writeDocument(context, output, store, document, fields, populated);
    if (projection !== null) cacheSerialized(document, projection, output.since(length), output.rows - rows);
  }
}

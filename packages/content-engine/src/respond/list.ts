/**
 * `respond/` executes parsed queries and serializes the response bodies: lists (this file), one document (`one.ts`) and
 * distinct values (`distinct.ts`), with populated relations (`populate.ts`).
 */
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
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
  const selected = select(model, name, requested, audience, fixed, cost);
  if (Buffer.isBuffer(selected)) return selected;
  const { context, store, query, documents, meta } = selected;
  return writeList(context, store, query, documents, meta);
}

/** A selected page of a list, which is written later. */
export interface ListPage {
  /** Ids of its documents. */
  readonly ids: readonly number[];
  /** Returns the response body, without documents that were removed meanwhile. */
  respond(changes?: {
    /** Further members of `meta`. */
    meta?: Readonly<Record<string, unknown>>;
    /** Documents in another state than the model has them, by id. */
    states?: ReadonlyMap<number, StoredDocument>;
  }): Buffer;
}

/** Selects the page that `respondList` responds with, for callers that add to it what they read for its ids. */
export function selectList(
  model: ReadModel,
  name: string,
  requested: QueryObject,
  audience: Audience,
  cost = new QueryCost(),
): ListPage {
  const selected = select(model, name, requested, audience, undefined, cost);
  if (Buffer.isBuffer(selected)) return { ids: [], respond: () => selected };
  const { context, store, query } = selected;
  const ids = selected.documents.map(({ id }) => id);
  return {
    ids,
    respond({ meta = {}, states = new Map() } = {}) {
      const present = ids
        .flatMap((id) => store.find(id) ?? [])
        .filter(({ isPublished }) => isPublished || context.seesUnpublished);
      const changed = present.flatMap((document) => {
        const stored = states.get(document.id);
        return stored === undefined ? [] : { document, stored };
      });
      const further = JSON.stringify(meta).slice(1, -1);
      const text = further === '' ? selected.meta : `${selected.meta},${further}`;
      return store.withStates(changed, (documents) => {
        const byId = new Map(documents.map((document) => [document.id, document]));
        const shown = present.map((document) => byId.get(document.id) ?? document);
        return writeList(context, store, query, shown, text);
      });
    },
  };
}

interface SelectedList {
  context: PopulateContext;
  store: CollectionStore;
  query: ListQuery;
  documents: readonly IndexedDocument[];
  /** Members of `meta`. */
  meta: string;
}

/** Selects a page; returns the response body of distinct values. */
function select(
  model: ReadModel,
  name: string,
  requested: string | QueryObject,
  audience: Audience,
  fixed: FixedValues | undefined,
  cost: QueryCost,
): SelectedList | Buffer {
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
  return { context, store, query, documents, meta: `"pagination":${paginationJson(query, total)}${counts}` };
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
  meta: string,
): Buffer {
  const populated = bindPopulate(context, query.populate, query.publication);
  readWindows(context, store, documents, populated);
  const fields = shownFields(query);
  const output = createOutputBuffer(context.cost);
  output.text('{"data":[');
  writeItems(context, output, { store, documents, fields, populated });
  output.text(`],"meta":{${meta}}}`);
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

import { notFound } from '@vidhi/contracts/errors.ts';
import { createOutputBuffer } from './output-buffer.ts';
import { contextOf, shownFields, windowOf } from './query-context.ts';
import type { Audience } from '../schema/collection.ts';
import type { CollectionStore } from '../model/collection-store.ts';
import { numericIfPossible } from '../dialect/cast-value.ts';
import type { IndexedDocument } from '../records/document.ts';
import { parseEntityQuery, parseSingleQuery } from '../dialect/parse-query.ts';
import { createParsedQueryCache } from '../dialect/parsed-query-cache.ts';
import { hasFixedValues } from '../select/narrow-query.ts';
import type { FixedValues } from '../select/narrow-query.ts';
import { bindPopulate, readWindows, writeDocument } from './populate.ts';
import type { PopulateContext } from './populate.ts';
import type { EntityQuery, ListQuery, Publication } from '../query/query.ts';
import { QueryCost } from '../query/query-cost.ts';
import { parseQueryString } from '../dialect/query-string.ts';
import type { ReadModel } from '../model/read-model.ts';
import { selectPage } from '../select/select.ts';

const singleQueries = createParsedQueryCache<ListQuery>();
const entityQueries = createParsedQueryCache<EntityQuery>();

/** Returns the response body of `GET /api/{plural}/{id}?{raw}`. Throws 404 when the audience may not see the document. */
export function respondOne(
  model: ReadModel,
  name: string,
  id: string | number,
  raw: string,
  audience: Audience,
  fixed: FixedValues = {},
  cost = new QueryCost(),
): Buffer {
  const store = model.store(name);
  const query = entityQuery(store, raw, audience);
  model.publishDue();
  const document = findById(store, id, fixed);
  if (document === undefined || !(document.isPublished || audience === 'staff')) throw notFound();
  return writeOne(contextOf(model, query, audience, cost), store, query, document);
}

/**
 * Returns the response body of `GET /api/{name}` of a single type: its first document that matches. Throws 404 without
 * one.
 */
export function respondSingle(
  model: ReadModel,
  name: string,
  raw: string,
  audience: Audience,
  cost = new QueryCost(),
): Buffer {
  const store = model.store(name);
  const query = singleQueries(store.schema, raw, audience, () =>
    parseSingleQuery(store.schema, parseQueryString(raw), audience),
  );
  model.publishDue();
  const context = contextOf(model, query, audience, cost);
  const { offset, limit } = windowOf(query.page);
  const { documents } = selectPage(context, store, {
    ...query,
    offset,
    limit,
    includeUnpublished: context.seesUnpublished,
  });
  const [document] = documents;
  if (document === undefined) throw notFound();
  return writeOne(context, store, { ...query, fields: shownFields(query) }, document);
}

export interface ByIds {
  /** In the order of the response; those that the audience may not see are left out. */
  ids: readonly number[];
  /** Query string that selects the projection: `fields` and `populate`. */
  raw: string;
  audience: Audience;
  meta: object;
  /** Further documents in `meta`, by the names of its members. */
  related?: Readonly<Record<string, RelatedDocument>>;
  cost?: QueryCost;
}

export interface RelatedDocument {
  /** Name of its collection. */
  name: string;
  id: number;
  /** Query string that selects its projection. */
  raw: string;
}

/** Returns a response body like that of a list, of documents that the caller has selected. */
export function respondByIds(
  model: ReadModel,
  name: string,
  { ids, raw, audience, meta, related = {}, cost = new QueryCost() }: ByIds,
): Buffer {
  const store = model.store(name);
  const query = entityQuery(store, raw, audience);
  model.publishDue();
  const context = contextOf(model, query, audience, cost);
  const publication: Publication = context.seesUnpublished ? 'preview' : 'live';
  const documents = ids
    .flatMap((id) => store.find(id) ?? [])
    .filter(({ isPublished }) => isPublished || context.seesUnpublished);
  const populated = bindPopulate(context, query.populate, publication);
  const output = createOutputBuffer(cost);
  output.text('{"data":[');
  for (const [at, document] of documents.entries()) {
    if (at > 0) output.text(',');
    // A window is of the related documents of one document, as in a request for it.
    readWindows(context, store, [document], populated);
    writeDocument(context, output, store, document, query.fields, populated);
  }
  const members = JSON.stringify(meta).slice(1, -1);
  output.text(`],"meta":{${members}`);
  let separator = members === '' ? '' : ',';
  for (const [member, of] of Object.entries(related)) {
    const found = findRelated(model, of, audience, cost);
    if (found === null) continue;
    output.text(`${separator}${JSON.stringify(member)}:`);
    separator = ',';
    writeDocument(found.context, output, found.store, found.document, found.query.fields, found.populated);
  }
  output.text('}}');
  return output.finish();
}

function findRelated(
  model: ReadModel,
  { name, id, raw }: RelatedDocument,
  audience: Audience,
  cost: QueryCost,
) {
  const store = model.store(name);
  const query = entityQuery(store, raw, audience);
  const context = contextOf(model, query, audience, cost);
  const document = store.find(id);
  if (document === undefined || !(document.isPublished || context.seesUnpublished)) return null;
  const populated = bindPopulate(context, query.populate, context.seesUnpublished ? 'preview' : 'live');
  readWindows(context, store, [document], populated);
  return { context, store, query, document, populated };
}

/** Returns the response body of a write: the document in its new state, published or not. */
export function respondStored(
  model: ReadModel,
  name: string,
  id: number,
  raw: string,
  audience: Audience,
): Buffer {
  const store = model.store(name);
  const document = store.find(id);
  if (document === undefined) throw notFound();
  const query = entityQuery(store, raw, audience);
  return writeOne(contextOf(model, query, audience, new QueryCost()), store, query, document);
}

/** Validates the query string of a request for one document before a write is executed. Throws 400. */
export function requireValidQuery(model: ReadModel, name: string, raw: string, audience: Audience): void {
  entityQuery(model.store(name), raw, audience);
}

/** Finds a document by the id in a URL, which is cast to a number as the reference's database does. */
export function findById(
  store: CollectionStore,
  id: string | number,
  fixed: FixedValues = {},
): IndexedDocument | undefined {
  const number = typeof id === 'number' ? id : numericIfPossible(id);
  const document = typeof number === 'number' ? store.find(number) : undefined;
  return document !== undefined && hasFixedValues(store, document, fixed) ? document : undefined;
}

function entityQuery(store: CollectionStore, raw: string, audience: Audience): EntityQuery {
  return entityQueries(store.schema, raw, audience, () =>
    parseEntityQuery(store.schema, parseQueryString(raw), audience),
  );
}

function writeOne(
  context: PopulateContext,
  store: CollectionStore,
  query: EntityQuery,
  document: IndexedDocument,
): Buffer {
  const publication: Publication = context.seesUnpublished ? 'preview' : 'live';
  const populated = bindPopulate(context, query.populate, publication);
  readWindows(context, store, [document], populated);
  const output = createOutputBuffer(context.cost);
  output.text('{"data":');
  writeDocument(context, output, store, document, query.fields, populated);
  output.text(',"meta":{}}');
  return output.finish();
}

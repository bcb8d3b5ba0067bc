import { notFound, validationError } from '@vidhi/contracts/errors.ts';
import { createOutputBuffer } from './output-buffer.ts';
import type { OutputBuffer } from './output-buffer.ts';
import type { Audience } from '../schema/collection.ts';
import { countFacets } from '../select/facet-counts.ts';
import { countRelated } from '../select/related-counts.ts';
import type { CollectionStore } from '../model/collection-store.ts';
import { compareValues } from '../schema/column-value.ts';
import { numericIfPossible } from '../dialect/cast-value.ts';
import type { Comparable } from '../schema/column-value.ts';
import type { IndexedDocument } from '../records/document.ts';
import { parseEntityQuery, parseListQuery, parseSingleQuery } from '../dialect/parse-query.ts';
import { withSorted } from '../dialect/parse-populate.ts';
import { createParsedQueryCache } from '../dialect/parsed-query-cache.ts';
import { hasFixedValues, narrowQuery } from '../select/narrow-query.ts';
import type { FixedValues } from '../select/narrow-query.ts';
import { bindPopulate, readWindows, writeDocument } from './populate.ts';
import type { PopulateContext, Populated } from './populate.ts';
import type { EntityQuery, Fields, ListQuery, Page, Publication } from '../query/query.ts';
import { createLinkBudget, createSearchBudget } from '../query/query-budget.ts';
import { parseQueryString } from '../dialect/query-string.ts';
import type { ReadModel } from '../model/read-model.ts';
import { cacheSerialized, projectionOf, writeCached } from './serialized-document-cache.ts';
import { selectPage } from '../select/select.ts';
import type { Column } from '../schema/schema.ts';
import { valueJson } from '../schema/column-value.ts';

const listPlans = createParsedQueryCache<ListQuery>();
const singlePlans = createParsedQueryCache<ListQuery>();
const entityPlans = createParsedQueryCache<EntityQuery>();

/** The whole body of `GET /api/{plural}?{raw}`; of an alias, of the documents with its values. */
export function respondList(
  model: ReadModel,
  name: string,
  raw: string,
  audience: Audience,
  fixed?: FixedValues,
): Buffer {
  const store = model.store(name);
  const plan = listPlans(store.schema, raw, audience, () =>
    parseListQuery(store.schema, parseQueryString(raw), audience),
  );
  const query = fixed === undefined ? plan : narrowQuery(plan, fixed);
  model.publishDue();
  if (query.distinct !== undefined) return answerDistinct(model, store, query, query.distinct, audience);
  const context = contextOf(model, query, audience);
  const { offset, limit } = windowOf(query.page);
  const includeUnpublished = context.seesUnpublished && query.publication === 'preview';
  const { documents, total } = selectPage(context, store, { ...query, offset, limit, includeUnpublished });
  const counts = query.counts ? countsJson(context, store, query, documents, includeUnpublished) : '';
  return writeList(context, store, query, documents, `${paginationJson(query, total)}${counts}`);
}

/** The whole body of `GET /api/{plural}/{id}?{raw}`; refused with 404 when the audience may not see it. */
export function respondOne(
  model: ReadModel,
  name: string,
  id: string | number,
  raw: string,
  audience: Audience,
  fixed: FixedValues = {},
): Buffer {
  const store = model.store(name);
  const query = entityQuery(store, raw, audience);
  model.publishDue();
  const document = findById(store, id, fixed);
  if (document === undefined || !(document.isPublished || audience === 'staff')) throw notFound();
  return writeOne(model, store, query, document, audience);
}

/** The whole body of `GET /api/{name}` of a single type: its first document that passes the query. */
export function respondSingle(model: ReadModel, name: string, raw: string, audience: Audience): Buffer {
  const store = model.store(name);
  const query = singlePlans(store.schema, raw, audience, () =>
    parseSingleQuery(store.schema, parseQueryString(raw), audience),
  );
  model.publishDue();
  const context = contextOf(model, query, audience);
  const { offset, limit } = windowOf(query.page);
  const { documents } = selectPage(context, store, { ...query, offset, limit, includeUnpublished: context.seesUnpublished });
  const [document] = documents;
  if (document === undefined) throw notFound();
  return writeOne(model, store, { ...query, fields: shownFields(query) }, document, audience);
}

/** The body that answers a write: the document as it now is, drafts among its relations included. */
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
  return writeOne(model, store, entityQuery(store, raw, audience), document, audience);
}

/** Refuses a query string that a call for one document, or a write, would refuse. */
export function requireValidQuery(model: ReadModel, name: string, raw: string, audience: Audience): void {
  entityQuery(model.store(name), raw, audience);
}

/** The document that an id in an address means, read as the reference's database reads it. */
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
  return entityPlans(store.schema, raw, audience, () =>
    parseEntityQuery(store.schema, parseQueryString(raw), audience),
  );
}

function contextOf(model: ReadModel, { accessLevel }: EntityQuery, audience: Audience): PopulateContext {
  return {
    model,
    accessLevel,
    seesUnpublished: audience === 'staff',
    countLinks: createLinkBudget(),
    ...createSearchBudget(),
  };
}

function windowOf(page: Page): { offset: number; limit: number } {
  if (page.style === 'offset') return { offset: page.start, limit: page.limit };
  return { offset: (page.page - 1) * page.pageSize, limit: page.pageSize };
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
  const answer = createOutputBuffer();
  answer.text('{"data":[');
  writeItems(context, answer, { store, documents, fields, populated });
  answer.text(`],"meta":{"pagination":${pagination}}}`);
  return answer.finish();
}

interface Items {
  store: CollectionStore;
  documents: readonly IndexedDocument[];
  fields: Fields;
  populated: readonly Populated[];
}

/** Documents with commas between them; those that were written like this before, from their ready bytes. */
function writeItems(
  context: PopulateContext,
  answer: OutputBuffer,
  { store, documents, fields, populated }: Items,
): void {
  const shape = context.seesUnpublished ? null : projectionOf(store, context.accessLevel, fields, populated);
  for (const [index, document] of documents.entries()) {
    if (index > 0) answer.text(',');
    if (shape !== null && writeCached(answer, document, shape)) continue;
    const { length, rows } = answer;
    writeDocument(context, answer, store, document, fields, populated);
    if (shape !== null) cacheSerialized(document, shape, answer.since(length), answer.rows - rows);
  }
}

/** The attributes to write: a filter or a sort through relations brings those that are sorted by. */
function shownFields({ schema, accessLevel, fields, filter, sort }: ListQuery): Fields {
  const isJoined = sort.some(({ joins }) => joins.length > 0) || hasRelation(filter);
  return isJoined ? withSorted(schema, accessLevel, fields, sort) : fields;
}

function hasRelation(filter: ListQuery['filter']): boolean {
  if (filter === null || filter.kind === 'column') return false;
  if (filter.kind === 'relation') return true;
  return filter.kind === 'not' ? hasRelation(filter.part) : filter.parts.some(hasRelation);
}

function writeOne(
  model: ReadModel,
  store: CollectionStore,
  query: EntityQuery,
  document: IndexedDocument,
  audience: Audience,
): Buffer {
  const context = contextOf(model, query, audience);
  const publication: Publication = audience === 'staff' ? 'preview' : 'live';
  const populated = bindPopulate(context, query.populate, publication);
  readWindows(context, store, [document], populated);
  const answer = createOutputBuffer();
  answer.text('{"data":');
  writeDocument(context, answer, store, document, query.fields, populated);
  answer.text(',"meta":{}}');
  return answer.finish();
}

const MAX_DISTINCT = 10_000;

interface DistinctAnswer {
  readonly version: number;
  readonly body: Buffer;
}

const distinctAnswers = new WeakMap<CollectionStore, Map<Column, DistinctAnswer>>();

/** One document for each distinct value of a column, ordered by the value. Kept when it is of all documents. */
function answerDistinct(
  model: ReadModel,
  store: CollectionStore,
  query: ListQuery,
  column: Column,
  audience: Audience,
): Buffer {
  const isOfAll =
    query.filter === null &&
    query.sort.length === 0 &&
    query.publication === 'live' &&
    !store.isVolatile(column);
  if (!isOfAll) return makeDistinct(model, store, query, column, audience);
  const kept = distinctAnswers.get(store) ?? new Map<Column, DistinctAnswer>();
  distinctAnswers.set(store, kept);
  const known = kept.get(column);
  if (known?.version === store.version) return known.body;
  const body = makeDistinct(model, store, query, column, audience);
  kept.set(column, { version: store.version, body });
  return body;
}

function makeDistinct(
  model: ReadModel,
  store: CollectionStore,
  query: ListQuery,
  column: Column,
  audience: Audience,
): Buffer {
  const context = contextOf(model, query, audience);
  const includeUnpublished = context.seesUnpublished && query.publication === 'preview';
  const { documents } = selectPage(context, store, {
    ...query,
    offset: 0,
    limit: Number.MAX_SAFE_INTEGER,
    includeUnpublished,
  });
  const firsts = new Map<Comparable, IndexedDocument>();
  for (const document of documents) {
    const value = store.value(document, column);
    if (!firsts.has(value)) firsts.set(value, document);
  }
  if (firsts.size > MAX_DISTINCT) throw validationError('The query costs too much: too many distinct values');
  const values = [...firsts];
  if (query.sort.length === 0) values.sort(([a], [b]) => compareValues(a, b));
  const answer = createOutputBuffer();
  answer.text('{"data":[');
  for (const [index, [value, { id }]] of values.entries()) {
    answer.text(
      `${index === 0 ? '' : ','}{"id":${id},"attributes":{"${column.name}":${valueJson(column, value)}}}`,
    );
  }
  const total = values.length;
  answer.text(
    `],"meta":{"pagination":{"page":1,"pageSize":${total},"pageCount":${total === 0 ? 0 : 1},"total":${total}}}}`,
  );
  return answer.finish();
}

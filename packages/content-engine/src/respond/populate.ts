import type { OutputBuffer } from './output-buffer.ts';
import type { CollectionStore } from '../model/collection-store.ts';
import type { IndexedDocument } from '../records/document.ts';
import { bindFilter } from '../select/bind-filter.ts';
import { relatedIds } from '../select/relation-sources.ts';
import type { MatchContext } from '../select/match-context.ts';
import type { CompiledFilter } from '../select/compiled-filter.ts';
import type { PopulateNode, Publication } from '../query/query.ts';
import { COST } from '../query/query-cost.ts';
import type { ReadModel } from '../model/read-model.ts';
import type { Relation } from '../schema/schema.ts';
import { bindSort, sortDocuments } from '../select/sort-keys.ts';
import type { BoundSortKey } from '../select/sort-keys.ts';
import { PASSES_PER_KEY, mapNumbers, sortedIndices } from '../indexes/sorted-indices.ts';
import { writeAttributes } from './serialize-document.ts';

/** One populated relation, bound to the model, with the related documents that have been read for this response. */
export interface Populated {
  readonly node: PopulateNode;
  readonly store: CollectionStore;
  readonly includeUnpublished: boolean;
  readonly compiledFilter: CompiledFilter | undefined;
  readonly sort: readonly BoundSortKey[];
  readonly nested: readonly Populated[];
  /** Related documents by parent, where a limit or offset had to be applied over all parents at once. */
  rows: Map<IndexedDocument, readonly IndexedDocument[]> | undefined;
  /** Related documents by parent, memoized: many documents are related to the same few parents. */
  readonly found: Map<IndexedDocument, readonly IndexedDocument[]>;
  readonly counts: Map<IndexedDocument, number>;
}

export interface PopulateContext extends MatchContext {
  readonly model: ReadModel;
  readonly accessLevel: number;
}

const RELATED = 'too many related documents';
/** Maximum number of links that are followed again each time; the result of more is memoized by parent. */
const MAX_UNMEMOIZED_LINKS = 16;

/** Binds populate to the model. Each level includes unpublished documents by its own publication, or that above it. */
export function bindPopulate(
  context: PopulateContext,
  nodes: readonly PopulateNode[],
  publication: Publication,
): Populated[] {
  return nodes.map((node) => {
    const store = context.model.storeOf(node.relation.target);
    const own = node.publication ?? publication;
    return {
      node,
      store,
      includeUnpublished: context.seesUnpublished && own === 'preview',
      compiledFilter: node.filter === null ? undefined : bindFilter(context, store, node.filter),
      // A count shows neither the order nor the relations of what it counts.
      sort: node.count ? [] : bindSort(context, store, node.sort),
      nested: node.count ? [] : bindPopulate(context, node.populate, own),
      rows: undefined,
      found: new Map(),
      counts: new Map(),
    };
  });
}

function isWindowed({ node, nested }: Populated): boolean {
  return node.limit !== undefined || node.offset > 0 || nested.some(isWindowed);
}

/**
 * Reads the levels that have a limit or an offset. As in the reference these apply to the related documents of all
 * parents together, so such a level is read for all parents before anything is written.
 */
export function readWindows(
  context: PopulateContext,
  from: CollectionStore,
  parents: readonly IndexedDocument[],
  levels: readonly Populated[],
): void {
  for (const level of levels) {
    if (!isWindowed(level)) continue;
    const unique = [...new Set(parents)];
    level.rows = readRows(context, from, unique, level);
    readWindows(context, level.store, [...level.rows.values()].flat(), level.nested);
  }
}

function readRows(
  context: PopulateContext,
  from: CollectionStore,
  parents: readonly IndexedDocument[],
  level: Populated,
): Map<IndexedDocument, readonly IndexedDocument[]> {
  const { node, sort } = level;
  // The sort is stable: equal links stay in the order of their parents.
  const ascending = parents.toSorted((a, b) => a.id - b.id);
  const owners: IndexedDocument[] = [];
  const children: IndexedDocument[] = [];
  const linkPositions: number[] = [];
  for (const parent of ascending) {
    for (const child of linkedDocuments(context, from, parent, level, linkPositions)) {
      owners.push(parent);
      children.push(child);
    }
  }
  const rows = new Map<IndexedDocument, IndexedDocument[]>(parents.map((parent) => [parent, []]));
  const keyCount = sort.length + (node.relation.toMany ? 1 : 0);
  context.cost.charge(children.length * keyCount * COST.sortKey * PASSES_PER_KEY, RELATED);
  const keys = sort.map(({ descending, sortKeyOf }) => ({
    descending,
    values: mapNumbers(children, sortKeyOf),
  }));
  if (node.relation.toMany) keys.push({ descending: node.reversed, values: Uint32Array.from(linkPositions) });
  const end = node.limit === undefined ? undefined : node.offset + node.limit;
  for (const index of sortedIndices(children.length, keys).subarray(node.offset, end)) {
    const [owner, child] = [owners[index], children[index]];
    if (owner !== undefined && child !== undefined) rows.get(owner)?.push(child);
  }
  return rows;
}

/**
 * Returns the related documents that may be shown and pass the filter, in link order; appends their link positions to
 * `linkPositions`.
 */
function linkedDocuments(
  context: PopulateContext,
  from: CollectionStore,
  parent: IndexedDocument,
  { node, store, includeUnpublished, compiledFilter }: Populated,
  linkPositions?: number[],
): IndexedDocument[] {
  const found: IndexedDocument[] = [];
  const ids = relatedIds(context.model, from.schema, parent, node.relation);
  context.cost.charge((1 + ids.length) * COST.link, RELATED);
  let linkPosition = -1;
  for (const id of ids) {
    linkPosition += 1;
    const child = store.find(id);
    if (child === undefined || !(includeUnpublished || child.isPublished)) continue;
    if (compiledFilter !== undefined && !compiledFilter.test(child)) continue;
    found.push(child);
    linkPositions?.push(linkPosition);
  }
  return found;
}

function relatedDocuments(
  context: PopulateContext,
  from: CollectionStore,
  parent: IndexedDocument,
  level: Populated,
): readonly IndexedDocument[] {
  const { node, sort } = level;
  const memoized = level.found.get(parent);
  if (memoized !== undefined) return memoized;
  const found = linkedDocuments(context, from, parent, level);
  if (node.reversed) found.reverse();
  const sorted = sort.length > 0 ? sortDocuments(context, found, sort) : found;
  const links = relatedIds(context.model, from.schema, parent, node.relation).length;
  if (links > MAX_UNMEMOIZED_LINKS) level.found.set(parent, sorted);
  return sorted;
}

/** Returns the number of related documents of a parent; counted by the index where no filter has to read them. */
function countRelated(
  context: PopulateContext,
  from: CollectionStore,
  parent: IndexedDocument,
  level: Populated,
): number {
  const memoized = level.counts.get(parent);
  if (memoized !== undefined) return memoized;
  const count =
    countByIndex(context, from, parent, level) ?? linkedDocuments(context, from, parent, level).length;
  level.counts.set(parent, count);
  return count;
}

/** Returns the number of links less those to unpublished documents; undefined where the documents must be read. */
function countByIndex(
  context: PopulateContext,
  from: CollectionStore,
  parent: IndexedDocument,
  { node: { relation }, store, includeUnpublished, compiledFilter }: Populated,
): number | undefined {
  const { owner } = relation;
  // Owned links may point to removed documents; the inverse index contains existing documents only.
  if (compiledFilter !== undefined || owner === undefined) return undefined;
  const links = relatedIds(context.model, from.schema, parent, relation).length;
  const unpublished = includeUnpublished ? 0 : store.unpublishedRows.size;
  if (unpublished > links) return undefined;
  context.cost.charge(COST.link + unpublished * COST.link, RELATED);
  return unpublished === 0 ? links : links - countUnpublished(store, owner, parent.id);
}

function countUnpublished(store: CollectionStore, { link }: Relation, id: number): number {
  let count = 0;
  for (const row of store.unpublishedRows)
    if (store.documents[row]?.links[link]?.includes(id) === true) count += 1;
  return count;
}

/** Writes `"relation":{"data":…}` for each populated relation of a document. */
export function writePopulated(
  context: PopulateContext,
  output: OutputBuffer,
  from: CollectionStore,
  parent: IndexedDocument,
  levels: readonly Populated[],
  hasAttributes: boolean,
): void {
  let separator = hasAttributes ? ',' : '';
  for (const level of levels) {
    const { node } = level;
    const related = node.count
      ? []
      : (level.rows?.get(parent) ?? relatedDocuments(context, from, parent, level));
    if (node.relation.absentIfNull && !node.count && related.length === 0) continue;
    output.text(`${separator}"${node.relation.name}":{"data":`);
    separator = ',';
    if (node.count) {
      const count = level.rows?.get(parent)?.length ?? countRelated(context, from, parent, level);
      output.text(`{"attributes":{"count":${count}}}`);
    } else writeRelated(context, output, level, related);
    output.text('}');
  }
}

function writeRelated(
  context: PopulateContext,
  output: OutputBuffer,
  level: Populated,
  documents: readonly IndexedDocument[],
): void {
  const { node } = level;
  const [first] = documents;
  if (!node.relation.toMany) {
    if (first === undefined) output.text('null');
    else writeEntity(context, output, level, first);
    return;
  }
  if (first === undefined) {
    output.text(node.relation.kind === 'media' ? 'null' : '[]');
    return;
  }
  output.text('[');
  for (const [index, document] of documents.entries()) {
    if (index > 0) output.text(',');
    writeEntity(context, output, level, document);
  }
  output.text(']');
}

function writeEntity(
  context: PopulateContext,
  output: OutputBuffer,
  level: Populated,
  document: IndexedDocument,
): void {
  output.countRow();
  writeDocument(context, output, level.store, document, level.node.fields, level.nested);
}

/** Writes `{"id":…,"attributes":{…}}`. */
export function writeDocument(
  context: PopulateContext,
  output: OutputBuffer,
  store: CollectionStore,
  document: IndexedDocument,
  fields: PopulateNode['fields'],
  populated: readonly Populated[],
): void {
  context.cost.charge(COST.serialized, 'the answer would be too large');
  output.text(`{"id":${document.id},"attributes":{`);
  const hasAttributes = writeAttributes(context, output, store, document, fields, context.accessLevel);
  if (populated.length > 0) writePopulated(context, output, store, document, populated, hasAttributes);
  output.text('}}');
}

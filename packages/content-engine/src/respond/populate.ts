import type { OutputBuffer } from './output-buffer.ts';
import type { CollectionStore } from '../model/collection-store.ts';
import type { IndexedDocument } from '../records/document.ts';
import { bindFilter, relatedIds } from '../select/bind-filter.ts';
import type { MatchContext } from '../select/bind-filter.ts';
import type { Matcher } from '../select/matcher.ts';
import type { PopulateNode, Publication } from '../query/query.ts';
import type { CountLinks } from '../query/query-budget.ts';
import type { ReadModel } from '../model/read-model.ts';
import { bindSort, keyComparator } from '../select/select.ts';
import type { BoundSortKey } from '../select/select.ts';
import { writeAttributes } from './serialize-document.ts';

/** One level of populate, bound to the read model and to what has been read for it. */
export interface Populated {
  readonly node: PopulateNode;
  readonly store: CollectionStore;
  readonly includeUnpublished: boolean;
  readonly matcher: Matcher | undefined;
  readonly sort: readonly BoundSortKey[];
  readonly nested: readonly Populated[];
  /** Related documents by parent, where they had to be found for all parents at once. */
  rows: Map<IndexedDocument, readonly IndexedDocument[]> | undefined;
}

export interface PopulateContext extends MatchContext {
  readonly model: ReadModel;
  readonly accessLevel: number;
  readonly countLinks: CountLinks;
}

/** Binds populate to the model; drafts are shown where the publication of the level, or above it, says so. */
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
      matcher: node.filter === null ? undefined : bindFilter(context, store, node.filter),
      sort: bindSort(context, store, node.sort),
      nested: bindPopulate(context, node.populate, own),
      rows: undefined,
    };
  });
}

function isWindowed({ node, nested }: Populated): boolean {
  return node.limit !== undefined || node.offset > 0 || nested.some(isWindowed);
}

/**
 * A limit counts over all parents of a level together, as in the reference, so those levels are
 * read for all parents before anything is written.
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

/** A related document and where it stands among all that its parent links to. */
interface Link {
  parent: IndexedDocument;
  child: IndexedDocument;
  place: number;
}

function readRows(
  context: PopulateContext,
  from: CollectionStore,
  parents: readonly IndexedDocument[],
  level: Populated,
): Map<IndexedDocument, readonly IndexedDocument[]> {
  const { node, sort } = level;
  const links = parents.flatMap((parent) => linksOf(context, from, parent, level));
  const compare = keyComparator([...new Set(links.map(({ child }) => child))], sort);
  const direction = node.relation.toMany ? (node.reversed ? -1 : 1) : 0;
  links.sort(
    (a, b) => compare(a.child, b.child) || direction * (a.place - b.place) || a.parent.id - b.parent.id,
  );
  const end = node.limit === undefined ? undefined : node.offset + node.limit;
  const rows = new Map<IndexedDocument, IndexedDocument[]>(parents.map((parent) => [parent, []]));
  for (const { parent, child } of links.slice(node.offset, end)) rows.get(parent)?.push(child);
  return rows;
}

/** The related documents that may be shown and pass the filter, in the order of the links. */
function linksOf(
  context: PopulateContext,
  from: CollectionStore,
  parent: IndexedDocument,
  { node, store, includeUnpublished, matcher }: Populated,
): Link[] {
  const links: Link[] = [];
  const ids = relatedIds(context.model, from.schema, parent, node.relation);
  context.countLinks(ids.length);
  for (const [place, id] of ids.entries()) {
    const child = store.find(id);
    if (child === undefined || !(includeUnpublished || child.isPublished)) continue;
    if (matcher === undefined || matcher.test(child)) links.push({ parent, child, place });
  }
  return links;
}

function relatedRecords(
  context: PopulateContext,
  from: CollectionStore,
  parent: IndexedDocument,
  level: Populated,
): IndexedDocument[] {
  const { node, sort } = level;
  const found = linksOf(context, from, parent, level).map(({ child }) => child);
  if (node.reversed) found.reverse();
  return sort.length > 0 ? found.sort(keyComparator(found, sort)) : found;
}

/** Writes `"relation":{"data":…}` for each populated relation of a document. */
export function writePopulated(
  context: PopulateContext,
  answer: OutputBuffer,
  from: CollectionStore,
  parent: IndexedDocument,
  levels: readonly Populated[],
  hasAttributes: boolean,
): void {
  let separator = hasAttributes ? ',' : '';
  for (const level of levels) {
    const { node } = level;
    answer.text(`${separator}"${node.relation.name}":{"data":`);
    separator = ',';
    const documents = level.rows?.get(parent) ?? relatedRecords(context, from, parent, level);
    writeRelated(context, answer, level, documents);
    answer.text('}');
  }
}

function writeRelated(
  context: PopulateContext,
  answer: OutputBuffer,
  level: Populated,
  documents: readonly IndexedDocument[],
): void {
  const { node } = level;
  if (node.count) {
    answer.text(`{"attributes":{"count":${documents.length}}}`);
    return;
  }
  const [first] = documents;
  if (!node.relation.toMany) {
    if (first === undefined) answer.text('null');
    else writeEntity(context, answer, level, first);
    return;
  }
  if (first === undefined) {
    answer.text(node.relation.kind === 'media' ? 'null' : '[]');
    return;
  }
  answer.text('[');
  for (const [index, document] of documents.entries()) {
    if (index > 0) answer.text(',');
    writeEntity(context, answer, level, document);
  }
  answer.text(']');
}

function writeEntity(
  context: PopulateContext,
  answer: OutputBuffer,
  level: Populated,
  document: IndexedDocument,
): void {
  answer.countRow();
  writeDocument(context, answer, level.store, document, level.node.fields, level.nested);
}

/** Writes `{"id":…,"attributes":{…}}`. */
export function writeDocument(
  context: PopulateContext,
  answer: OutputBuffer,
  store: CollectionStore,
  document: IndexedDocument,
  fields: PopulateNode['fields'],
  populated: readonly Populated[],
): void {
  answer.text(`{"id":${document.id},"attributes":{`);
  const hasAttributes = writeAttributes(context.model, answer, store, document, fields, context.accessLevel);
  if (populated.length > 0) writePopulated(context, answer, store, document, populated, hasAttributes);
  answer.text('}}');
}

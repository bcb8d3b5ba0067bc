import { rowsOf, setBit } from '../indexes/row-bitmap.ts';
import type { RowBitmap } from '../indexes/row-bitmap.ts';
import type { CollectionStore } from '../model/collection-store.ts';
import type { ReadModel } from '../model/read-model.ts';
import { COST } from '../query/query-cost.ts';
import type { IndexedDocument } from '../records/document.ts';
import type { Relation, Schema } from '../schema/schema.ts';
import type { MatchContext } from './match-context.ts';

const CONDITIONS = 'too many conditions on too many documents';

/** Returns the ids of the related documents, in the order of the response. Some may not exist. */
export function relatedIds(
  model: ReadModel,
  schema: Schema,
  document: IndexedDocument,
  relation: Relation,
): readonly number[] {
  if (relation.link !== -1) return document.links[relation.link] ?? [];
  if (relation.owner === undefined) throw new Error(`${schema.name}.${relation.name} has no owning side`);
  return model.storeOf(relation.target).sourcesOf(relation.owner, document.id);
}

function sourcesOf(
  { model }: MatchContext,
  store: CollectionStore,
  relation: Relation,
  id: number,
): readonly number[] {
  if (relation.link !== -1) return store.sourcesOf(relation, id);
  const target = model.storeOf(relation.target);
  return relation.owner === undefined ? [] : (target.find(id)?.links[relation.owner.link] ?? []);
}

/** The documents of a relation's target at the rows of a bitmap. */
function* matchedTargets(
  { model, cost }: MatchContext,
  relation: Relation,
  targets: RowBitmap,
): Generator<IndexedDocument> {
  const { documents } = model.storeOf(relation.target);
  cost.charge(targets.bits.length + targets.count * COST.link, CONDITIONS);
  for (const row of rowsOf(targets)) {
    const document = documents[row];
    if (document !== undefined) yield document;
  }
}

/** Returns the number of links to the matched targets, an upper bound for the documents that link to them. */
export function sourceCount(
  context: MatchContext,
  store: CollectionStore,
  relation: Relation,
  targets: RowBitmap,
): number {
  let count = 0;
  for (const { id } of matchedTargets(context, relation, targets))
    count += sourcesOf(context, store, relation, id).length;
  return count;
}

/** Adds the rows of all documents that link to a matched target. */
export function addRowsOfSources(
  context: MatchContext,
  store: CollectionStore,
  relation: Relation,
  targets: RowBitmap,
  set: RowBitmap,
): void {
  const { cost } = context;
  for (const { id: target } of matchedTargets(context, relation, targets)) {
    const ids = sourcesOf(context, store, relation, target);
    cost.charge(ids.length * COST.document, CONDITIONS);
    if (relation.link !== -1) {
      store.addRowsOfSources(relation, target, set);
      continue;
    }
    for (const id of ids) {
      const row = store.rowOf(id);
      if (row !== undefined) setBit(set, row);
    }
  }
}

/** Returns the documents that link to a matched target, without duplicates. */
export function listSources(
  context: MatchContext,
  store: CollectionStore,
  relation: Relation,
  targets: RowBitmap,
): IndexedDocument[] {
  const found = new Set<IndexedDocument>();
  for (const { id: target } of matchedTargets(context, relation, targets)) {
    const ids = sourcesOf(context, store, relation, target);
    context.cost.charge(ids.length * COST.link, CONDITIONS);
    for (const id of ids) {
      const document = store.find(id);
      if (document !== undefined) found.add(document);
    }
  }
  return [...found];
}

import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { CollectionStore } from '../model/collection-store.ts';
import { readAttribute } from '../model/documents.ts';
import { COST, type QueryCost } from '../query/query-cost.ts';
import { isLongText, type IndexedDocument } from '../records/document.ts';

const TOO_LARGE = 'the answer would be too large';

/** Returns the names of all attributes and relations that documents of a collection store. */
export const storedNames = ({ schema }: CollectionStore): string[] => [
  ...schema.columns.map((column) => column.name),
  ...schema.ownedRelations.map((relation) => relation.name),
];

/** Returns what one attribute of a document costs to read: a long text by its bytes, a relation by its links. */
function unitsOf({ schema }: CollectionStore, document: IndexedDocument, name: string): number {
  const column = schema.columnsByName.get(name);
  if (column === undefined) {
    const relation = schema.relationsByName.get(name);
    const ids = relation === undefined ? [] : (document.links[relation.link] ?? []);
    return (1 + ids.length) * COST.link;
  }
  const value = document.values[column.position] ?? null;
  return isLongText(value) ? COST.longText + value.length * COST.longTextByte : COST.attribute;
}

/**
 * Returns attributes of a document in their stored form, beside the id. Charges them first, as a response that has them would
 * be charged.
 */
export function readAttributes(
  store: CollectionStore,
  document: IndexedDocument,
  names: readonly string[],
  cost: QueryCost,
): StoredDocument {
  let units: number = names.length === 0 ? COST.document : COST.serialized;
  for (const name of names) units += unitsOf(store, document, name);
  cost.charge(units, TOO_LARGE);
  const values = names.map((name) => [name, readAttribute(store, document, name)]);
  return { ...Object.fromEntries(values), id: document.id };
}

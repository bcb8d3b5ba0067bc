import type { Alias } from '../schema/collection.ts';
import type { CollectionStore } from '../model/collection-store.ts';
import type { IndexedDocument } from '../records/document.ts';
import { allOf } from '../query/filter.ts';
import type { Filter } from '../query/filter.ts';
import type { ListQuery } from '../query/query.ts';
import type { Schema } from '../schema/schema.ts';

export type FixedValues = Alias['fixed'];

function columnOf(schema: Schema, name: string) {
  const column = schema.columnsByName.get(name);
  if (column === undefined) throw new Error(`${schema.name} has no attribute ${name}`);
  return column;
}

/** Restricts a query to documents with these values. */
export function narrowQuery(query: ListQuery, fixed: FixedValues): ListQuery {
  const tests = Object.entries(fixed).map(([name, value]): Filter => ({
    kind: 'column',
    column: columnOf(query.schema, name),
    test: { op: 'in', values: [value] },
  }));
  return { ...query, filter: allOf([...tests, ...(query.filter === null ? [] : [query.filter])]) };
}

/** Returns whether a document has these values. */
export const hasFixedValues = (
  store: CollectionStore,
  document: IndexedDocument,
  fixed: FixedValues,
): boolean =>
  Object.entries(fixed).every(
    ([name, value]) => store.value(document, columnOf(store.schema, name)) === value,
  );

import type { Alias } from './collection.ts';
import type { CollectionStore } from './collection-store.ts';
import type { DocumentRecord } from './document-record.ts';
import { allOf } from './filter.ts';
import type { Filter } from './filter.ts';
import type { ListQuery } from './query.ts';
import type { Schema } from './schema.ts';

export type FixedValues = Alias['fixed'];

function columnOf(schema: Schema, name: string) {
  const column = schema.columnsByName.get(name);
  if (column === undefined) throw new Error(`${schema.name} has no attribute ${name}`);
  return column;
}

/** The query, for documents with these values only. */
export function narrowQuery(query: ListQuery, fixed: FixedValues): ListQuery {
  const tests = Object.entries(fixed).map(([name, value]): Filter => ({
    kind: 'column',
    column: columnOf(query.schema, name),
    test: { op: 'in', values: [value] },
  }));
  return { ...query, filter: allOf([...tests, ...(query.filter === null ? [] : [query.filter])]) };
}

/** Whether a document has these values. */
export const hasFixedValues = (store: CollectionStore, record: DocumentRecord, fixed: FixedValues): boolean =>
  Object.entries(fixed).every(([name, value]) => store.value(record, columnOf(store.schema, name)) === value);

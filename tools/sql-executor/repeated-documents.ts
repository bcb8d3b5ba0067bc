import type { Schema } from '@vidhi/content-engine/internal.ts';
import type { LoadedDocument } from './load-tables.ts';

/**
 * Repeats the documents of each collection, for measurements on a larger site: each copy has ids of its own, and links
 * within its copy. Unique texts get the number of the copy.
 */
export function repeatDocuments(
  schemas: Iterable<Schema>,
  documents: ReadonlyMap<string, readonly LoadedDocument[]>,
  copies: number,
): Map<string, readonly LoadedDocument[]> {
  const maxId = Math.max(0, ...[...documents.values()].flat().map(({ id }) => id));
  const step = maxId + 1;
  const shift = (value: unknown, copy: number): unknown =>
    Array.isArray(value)
      ? value.map((one) => shift(one, copy))
      : typeof value === 'number'
        ? value + copy * step
        : value;
  const copyOf = (schema: Schema, document: LoadedDocument, copy: number): LoadedDocument => {
    if (copy === 0) return document;
    const repeated: { id: number; [attribute: string]: unknown } = {
      ...document,
      id: document.id + copy * step,
    };
    for (const { name } of schema.ownedRelations) repeated[name] = shift(document[name], copy);
    for (const { name, unique } of schema.columns) {
      const value = document[name];
      if (unique) repeated[name] = typeof value === 'string' ? `${value}-${copy}` : shift(value, copy);
    }
    return repeated;
  };
  return new Map(
    [...schemas].map((schema) => [
      schema.name,
      Array.from({ length: copies }, (_, copy) =>
        (documents.get(schema.name) ?? []).map((document) => copyOf(schema, document, copy)),
      ).flat(),
    ]),
  );
}

import type { IndexedDocument } from '../records/document.ts';
import type { Column, Relation } from '../schema/schema.ts';

/** The attributes of a document that a change concerns. */
export type ChangedAttributes = ReadonlySet<Column | Relation>;

/** An index of the documents of one collection. Its `CollectionStore` calls it at every change of a document. */
export interface DocumentIndex {
  /** Called when the document is in its row. */
  insert(document: IndexedDocument): void;
  /** Called while the document has its previous values; returns what to call when it has the new ones, if anything. */
  change(document: IndexedDocument, changed: ChangedAttributes): (() => void) | undefined;
  /** Called when the row of the document is empty; the document itself still has its values. */
  remove(document: IndexedDocument): void;
}

/** Returns an index of one attribute by row, in which `set` replaces the previous value of the row. */
export const rowIndex = (
  attribute: Column | Relation,
  set: (document: IndexedDocument) => void,
  clear: (row: number) => void,
): DocumentIndex => ({
  insert: set,
  change: (document, changed) => (changed.has(attribute) ? () => set(document) : undefined),
  remove: ({ row }) => clear(row),
});

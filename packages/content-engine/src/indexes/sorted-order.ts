import { compareValues } from '../schema/column-value.ts';
import type { Comparable } from '../schema/column-value.ts';
import type { IndexedDocument } from '../records/document.ts';
import type { Column } from '../schema/schema.ts';
import { mapNumbers } from './sorted-indices.ts';

export interface OrderColumn {
  readonly column: Column;
  readonly descending: boolean;
}

export type DocumentComparator = (a: IndexedDocument, b: IndexedDocument) => number;

/** Returns the value of a column to compare by. Long texts are null, as they are compared by their ranks. */
export function orderValue(document: IndexedDocument, column: Column): Comparable {
  if (column.position === -1) return document.id;
  const value = document.values[column.position];
  return typeof value === 'object' || value === undefined ? null : value;
}

/** Compares by the columns, then by id, ascending whatever the direction of the columns: the reference's order of ties. */
export function documentComparator(columns: readonly OrderColumn[]): DocumentComparator {
  return (a, b) => {
    for (const { column, descending } of columns) {
      const order = compareValues(orderValue(a, column), orderValue(b, column));
      if (order !== 0) return descending ? -order : order;
    }
    return a.id - b.id;
  };
}

/** All documents of a collection in sort order; `insert` and `remove` maintain it. */
export interface SortedOrder {
  readonly columns: readonly OrderColumn[];
  readonly compare: DocumentComparator;
  readonly documents: readonly IndexedDocument[];
  /** The rows of `documents`: a scan that skips most documents need not read them. */
  readonly rows: Uint32Array;
  /** The index of a document in this order, by binary search. */
  indexOf(document: IndexedDocument): number;
  insert(document: IndexedDocument): void;
  /** Must be called while the document still has the values that it was inserted with. */
  remove(document: IndexedDocument): void;
}

/** Takes ownership of `documents`, which must be sorted by `compare`. */
export function createSortedOrder({
  columns,
  compare,
  documents,
}: {
  columns: readonly OrderColumn[];
  compare: DocumentComparator;
  documents: IndexedDocument[];
}): SortedOrder {
  const indexOf = (document: IndexedDocument): number => {
    let low = 0;
    let high = documents.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = documents[middle];
      if (other !== undefined && compare(other, document) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  let rows = mapNumbers(documents, ({ row }) => row);
  const insertAt = (at: number, document: IndexedDocument): void => {
    if (documents.length === rows.length) {
      const grown = new Uint32Array(Math.ceil((rows.length + 1) * 1.25));
      grown.set(rows);
      rows = grown;
    }
    rows.copyWithin(at + 1, at, documents.length);
    rows[at] = document.row;
    if (at === documents.length) documents.push(document);
    else documents.splice(at, 0, document);
  };
  return {
    columns,
    compare,
    documents,
    indexOf,
    get rows() {
      return rows.subarray(0, documents.length);
    },
    insert(document) {
      const last = documents.at(-1);
      insertAt(
        last === undefined || compare(last, document) < 0 ? documents.length : indexOf(document),
        document,
      );
    },
    remove(document) {
      const at = indexOf(document);
      if (documents[at] !== document) return;
      rows.copyWithin(at, at + 1, documents.length);
      documents.splice(at, 1);
    },
  };
}

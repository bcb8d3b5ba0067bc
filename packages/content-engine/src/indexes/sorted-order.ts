import { compareValues } from '../schema/column-value.ts';
import type { Comparable } from '../schema/column-value.ts';
import type { IndexedDocument } from '../records/document.ts';
import type { Column } from '../schema/schema.ts';

export interface OrderColumn {
  readonly column: Column;
  readonly descending: boolean;
}

export type DocumentComparator = (a: IndexedDocument, b: IndexedDocument) => number;

export function orderValue(document: IndexedDocument, column: Column): Comparable {
  if (column.position === -1) return document.id;
  const value = document.values[column.position];
  return typeof value === 'object' || value === undefined ? null : value;
}

/** Orders by the columns, then by id ascending, whatever the direction: as the reference's ties fall. */
export function documentComparator(columns: readonly OrderColumn[]): DocumentComparator {
  return (a, b) => {
    for (const { column, descending } of columns) {
      const order = compareValues(orderValue(a, column), orderValue(b, column));
      if (order !== 0) return descending ? -order : order;
    }
    return a.id - b.id;
  };
}

/** All documents of a collection in one order, kept up to date. */
export interface SortedOrder {
  readonly columns: readonly OrderColumn[];
  readonly compare: DocumentComparator;
  readonly documents: readonly IndexedDocument[];
  /** The documents' rows, for whoever walks past most of them. */
  readonly rows: Uint32Array;
  /** Where a document is that is in this order. */
  indexOf(document: IndexedDocument): number;
  insert(document: IndexedDocument): void;
  /** To be called while the document still has the values it was inserted with. */
  remove(document: IndexedDocument): void;
}

export function createSortedOrder(
  columns: readonly OrderColumn[],
  documents: Iterable<IndexedDocument>,
): SortedOrder {
  const compare = documentComparator(columns);
  return keepSorted({ columns, compare, documents: sortRecords([...documents], columns, compare) });
}

/** Takes documents that are sorted, and keeps them so. */
export function keepSorted({
  columns,
  compare,
  documents,
}: {
  columns: readonly OrderColumn[];
  compare: DocumentComparator;
  documents: IndexedDocument[];
}): SortedOrder {
  const position = (document: IndexedDocument): number => {
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
  let rows = Uint32Array.from(documents, ({ row }) => row);
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
    indexOf: position,
    get rows() {
      return rows.subarray(0, documents.length);
    },
    insert(document) {
      const last = documents.at(-1);
      insertAt(last === undefined || compare(last, document) < 0 ? documents.length : position(document), document);
    },
    remove(document) {
      const at = position(document);
      if (documents[at] !== document) return;
      rows.copyWithin(at, at + 1, documents.length);
      documents.splice(at, 1);
    },
  };
}

/** Sorts in place; one numeric column, the usual case, without going through the comparator's steps. */
function sortRecords(
  documents: IndexedDocument[],
  columns: readonly OrderColumn[],
  compare: DocumentComparator,
): IndexedDocument[] {
  const [only] = columns;
  if (only === undefined || columns.length > 1 || only.column.position === -1) return documents.sort(compare);
  const keyed: { key: number; document: IndexedDocument }[] = [];
  for (const document of documents) {
    const value = orderValue(document, only.column);
    if (typeof value === 'string') return documents.sort(compare);
    keyed.push({ key: value ?? Number.NEGATIVE_INFINITY, document });
  }
  const sign = only.descending ? -1 : 1;
  keyed.sort((a, b) => (a.key === b.key ? a.document.id - b.document.id : a.key < b.key ? -sign : sign));
  return keyed.map(({ document }) => document);
}

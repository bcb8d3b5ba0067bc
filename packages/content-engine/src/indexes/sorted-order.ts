import { compareValues } from '../schema/column-value.ts';
import type { Comparable } from '../schema/column-value.ts';
import type { DocumentRecord } from '../records/document.ts';
import type { Column } from '../schema/schema.ts';

export interface OrderColumn {
  readonly column: Column;
  readonly descending: boolean;
}

export type RecordComparator = (a: DocumentRecord, b: DocumentRecord) => number;

export function orderValue(record: DocumentRecord, column: Column): Comparable {
  if (column.position === -1) return record.id;
  const value = record.values[column.position];
  return typeof value === 'object' || value === undefined ? null : value;
}

/** Orders by the columns, then by id ascending, whatever the direction: as the reference's ties fall. */
export function recordComparator(columns: readonly OrderColumn[]): RecordComparator {
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
  readonly compare: RecordComparator;
  readonly records: readonly DocumentRecord[];
  /** The records' rows, for whoever walks past most of them. */
  readonly rows: Uint32Array;
  /** Where a record is that is in this order. */
  placeOf(record: DocumentRecord): number;
  insert(record: DocumentRecord): void;
  /** To be called while the record still has the values it was inserted with. */
  remove(record: DocumentRecord): void;
}

export function createSortedOrder(
  columns: readonly OrderColumn[],
  documents: Iterable<DocumentRecord>,
): SortedOrder {
  const compare = recordComparator(columns);
  return keepSorted({ columns, compare, records: sortRecords([...documents], columns, compare) });
}

/** Takes records that are sorted, and keeps them so. */
export function keepSorted({
  columns,
  compare,
  records,
}: {
  columns: readonly OrderColumn[];
  compare: RecordComparator;
  records: DocumentRecord[];
}): SortedOrder {
  const position = (record: DocumentRecord): number => {
    let low = 0;
    let high = records.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = records[middle];
      if (other !== undefined && compare(other, record) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  let rows = Uint32Array.from(records, ({ row }) => row);
  const insertAt = (at: number, record: DocumentRecord): void => {
    if (records.length === rows.length) {
      const grown = new Uint32Array(Math.ceil((rows.length + 1) * 1.25));
      grown.set(rows);
      rows = grown;
    }
    rows.copyWithin(at + 1, at, records.length);
    rows[at] = record.row;
    if (at === records.length) records.push(record);
    else records.splice(at, 0, record);
  };
  return {
    columns,
    compare,
    records,
    placeOf: position,
    get rows() {
      return rows.subarray(0, records.length);
    },
    insert(record) {
      const last = records.at(-1);
      insertAt(last === undefined || compare(last, record) < 0 ? records.length : position(record), record);
    },
    remove(record) {
      const at = position(record);
      if (records[at] !== record) return;
      rows.copyWithin(at, at + 1, records.length);
      records.splice(at, 1);
    },
  };
}

/** Sorts in place; one numeric column, the usual case, without going through the comparator's steps. */
function sortRecords(
  records: DocumentRecord[],
  columns: readonly OrderColumn[],
  compare: RecordComparator,
): DocumentRecord[] {
  const [only] = columns;
  if (only === undefined || columns.length > 1 || only.column.position === -1) return records.sort(compare);
  const keyed: { key: number; record: DocumentRecord }[] = [];
  for (const record of records) {
    const value = orderValue(record, only.column);
    if (typeof value === 'string') return records.sort(compare);
    keyed.push({ key: value ?? Number.NEGATIVE_INFINITY, record });
  }
  const sign = only.descending ? -1 : 1;
  keyed.sort((a, b) => (a.key === b.key ? a.record.id - b.record.id : a.key < b.key ? -sign : sign));
  return keyed.map(({ record }) => record);
}

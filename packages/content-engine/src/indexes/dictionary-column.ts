import type { Comparable } from '../schema/column-value.ts';
import { setBit, clearBit, rowsOf } from './row-bitmap.ts';
import type { RowBitmap } from './row-bitmap.ts';

/** A column with more distinct values than this is not dictionary-encoded; its rows are tested one by one. */
const MAX_DISTINCT_VALUES = 4_096;
const INITIAL_CAPACITY = 1_024;

/**
 * A dictionary-encoded column: a 16-bit value code for each row. A predicate is evaluated once for each distinct value,
 * so that filtering is one pass over the codes.
 */
export class DictionaryColumn {
  /** Code `n` stands for `values[n - 1]`; code 0 for an empty row. A code that no row uses any more keeps its value. */
  readonly #values: Comparable[] = [];
  readonly #codes = new Map<Comparable, number>();
  #codesByRow = new Uint16Array(INITIAL_CAPACITY);

  get size(): number {
    return this.#values.length;
  }

  /** Returns false when there are too many distinct values; the column must then be discarded. */
  set(row: number, value: Comparable): boolean {
    const code = this.#codes.get(value) ?? this.#add(value);
    if (row >= this.#codesByRow.length) {
      const grown = new Uint16Array(row * 2);
      grown.set(this.#codesByRow);
      this.#codesByRow = grown;
    }
    this.#codesByRow[row] = code;
    return code <= MAX_DISTINCT_VALUES;
  }

  clear(row: number): void {
    if (row < this.#codesByRow.length) this.#codesByRow[row] = 0;
  }

  /** Evaluates a predicate on every distinct value: 1 for each code whose value passes, by code. */
  passing(test: (value: Comparable) => boolean): Uint8Array {
    const passes = new Uint8Array(this.#values.length + 1);
    for (const [index, value] of this.#values.entries()) if (test(value)) passes[index + 1] = 1;
    return passes;
  }

  /** Adds the rows below `rows` whose codes pass. */
  addRowsTo(set: RowBitmap, passes: Uint8Array, rows: number): void {
    const codes = this.#codesByRow;
    const end = Math.min(rows, codes.length);
    for (let row = 0; row < end; row += 1) if (passes[codes[row] ?? 0] === 1) setBit(set, row);
  }

  /** Removes the rows whose codes do not pass. */
  retainMatching(set: RowBitmap, passes: Uint8Array): void {
    const codes = this.#codesByRow;
    for (const row of rowsOf(set)) if (passes[codes[row] ?? 0] !== 1) clearBit(set, row);
  }

  #add(value: Comparable): number {
    const code = this.#values.push(value);
    this.#codes.set(value, code);
    return code;
  }
}

import type { Comparable } from '../schema/column-value.ts';
import { setBit, clearBit, rowsOf } from './row-bitmap.ts';
import type { RowBitmap } from './row-bitmap.ts';

/** A column with more different values than these is tested value by value. */
const MAX_DISTINCT_VALUES = 4_096;
const INITIAL_CAPACITY = 1_024;

/**
 * A column of few different values, as small numbers by the rows of documents: a condition is decided once for each
 * value, and looking for the documents that pass is one pass over numbers.
 */
export class DictionaryColumn {
  /** By code, from 1 on; 0 is no document. A code that no document has any more keeps its value. */
  readonly #values: Comparable[] = [];
  readonly #codes = new Map<Comparable, number>();
  #byRow = new Uint16Array(INITIAL_CAPACITY);

  get size(): number {
    return this.#values.length;
  }

  /** Answers false when there are too many values: nothing that is said here holds any longer then. */
  set(row: number, value: Comparable): boolean {
    const code = this.#codes.get(value) ?? this.#add(value);
    if (row >= this.#byRow.length) {
      const grown = new Uint16Array(row * 2);
      grown.set(this.#byRow);
      this.#byRow = grown;
    }
    this.#byRow[row] = code;
    return code <= MAX_DISTINCT_VALUES;
  }

  clear(row: number): void {
    if (row < this.#byRow.length) this.#byRow[row] = 0;
  }

  /** By code, whether its value passes. */
  passing(test: (value: Comparable) => boolean): Uint8Array {
    const passes = new Uint8Array(this.#values.length + 1);
    for (const [index, value] of this.#values.entries()) if (test(value)) passes[index + 1] = 1;
    return passes;
  }

  addRowsTo(passes: Uint8Array, set: RowBitmap, rows: number): void {
    const codes = this.#byRow;
    const end = Math.min(rows, codes.length);
    for (let row = 0; row < end; row += 1) if (passes[codes[row] ?? 0] === 1) setBit(set, row);
  }

  retainMatching(passes: Uint8Array, set: RowBitmap): void {
    const codes = this.#byRow;
    for (const row of rowsOf(set)) if (passes[codes[row] ?? 0] !== 1) clearBit(set, row);
  }

  #add(value: Comparable): number {
    const code = this.#values.push(value);
    this.#codes.set(value, code);
    return code;
  }
}

import { compareValues, numberValues } from '../schema/column-value.ts';
import type { Comparable } from '../schema/column-value.ts';

/** The value of a row; undefined where the row holds no document. */
export type ValueOfRow = (row: number) => Comparable | undefined;

/** Pending changes are merged when the ranks are read, or when there are more than this. */
const MAX_PENDING_CHANGES = 1_000;

/**
 * The ranks of a column's values, by row, so that documents are sorted by comparing integers. Equal values have equal
 * ranks; null has rank 0. Changed rows are collected and merged into the sorted rows in one pass, which keeps a write
 * cheap.
 */
export class ColumnRanks {
  readonly #valueOf: ValueOfRow;
  #sorted: Uint32Array;
  readonly #changed = new Set<number>();
  #ranks: Uint32Array | undefined;

  constructor(rows: number, valueOf: ValueOfRow) {
    this.#valueOf = valueOf;
    const filled = Uint32Array.from({ length: rows }, (_, row) => row).filter(
      (row) => valueOf(row) !== undefined,
    );
    const { sorted, numbers, hasNull } = this.#sort(filled);
    this.#sorted = sorted;
    const ranks = new Uint32Array((filled.at(-1) ?? -1) + 1);
    for (let at = 0; at < filled.length; at += 1)
      ranks[filled[at] ?? 0] = (numbers[at] ?? 0) + (hasNull ? 0 : 1);
    this.#ranks = ranks;
  }

  /** True when the next `ranks()` takes a pass over all rows. */
  get isStale(): boolean {
    return this.#ranks === undefined;
  }

  /** Must be called whenever a row gets another value or document, or loses its document. */
  markChanged(row: number): void {
    this.#ranks = undefined;
    this.#changed.add(row);
    if (this.#changed.size > MAX_PENDING_CHANGES) this.#merge();
  }

  /** Ranks by row. The array is valid until the next change. */
  ranks(): Uint32Array {
    if (this.#ranks !== undefined) return this.#ranks;
    this.#merge();
    const sorted = this.#sorted;
    let rows = 0;
    for (const row of sorted) if (row >= rows) rows = row + 1;
    const ranks = new Uint32Array(rows);
    let rank = 0;
    let previous: Comparable = null;
    for (const row of sorted) {
      const value = this.#valueOf(row) ?? null;
      if (value !== previous) rank += 1;
      previous = value;
      ranks[row] = rank;
    }
    this.#ranks = ranks;
    return ranks;
  }

  /** Numbers the distinct values, which are often few, in their order, and counts the rows of each. */
  #sort(rows: Uint32Array): { sorted: Uint32Array; numbers: Uint32Array; hasNull: boolean } {
    const values = Array.from(rows, (row) => this.#valueOf(row) ?? null);
    const { numbers, distinct, hasNull } = numberValues(values);
    /** Position of the next row, by the number of a value. */
    const next = new Uint32Array(distinct + 1);
    for (let at = 0; at < numbers.length; at += 1) {
      const number = numbers[at] ?? 0;
      next[number + 1] = (next[number + 1] ?? 0) + 1;
    }
    for (let number = 1; number <= distinct; number += 1)
      next[number] = (next[number] ?? 0) + (next[number - 1] ?? 0);
    const sorted = new Uint32Array(rows.length);
    for (let at = 0; at < numbers.length; at += 1) {
      const number = numbers[at] ?? 0;
      const place = next[number] ?? 0;
      sorted[place] = rows[at] ?? 0;
      next[number] = place + 1;
    }
    return { sorted, numbers, hasNull };
  }

  #merge(): void {
    if (this.#changed.size === 0) return;
    const valueOf = this.#valueOf;
    const filled = Uint32Array.from(this.#changed).filter((row) => valueOf(row) !== undefined);
    const { sorted: changed } = this.#sort(filled);
    const unchanged = this.#sorted.filter((row) => !this.#changed.has(row));
    const merged = new Uint32Array(unchanged.length + changed.length);
    let copied = 0;
    let position = 0;
    for (const row of changed) {
      const value = valueOf(row) ?? null;
      let low = copied;
      let high = unchanged.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (compareValues(valueOf(unchanged[middle] ?? 0) ?? null, value) < 0) low = middle + 1;
        else high = middle;
      }
      merged.set(unchanged.subarray(copied, low), position);
      position += low - copied;
      copied = low;
      merged[position] = row;
      position += 1;
    }
    merged.set(unchanged.subarray(copied), position);
    this.#sorted = merged;
    this.#changed.clear();
  }
}

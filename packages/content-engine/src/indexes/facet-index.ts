import type { Comparable } from '../schema/column-value.ts';

/** Ends a document's entries, and is where a document has none. */
const NONE = -1;
const INITIAL_CAPACITY = 64;

function grown(old: Int32Array<ArrayBuffer>, capacity: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(capacity).fill(NONE);
  larger.set(old);
  return larger;
}

/**
 * The values of one attribute as small numbers, by the rows of documents: a text or a number each, or the ids of
 * those that a relation leads to. Counting every value of any selection is then one pass over numbers.
 */
export class FacetIndex {
  /** By code; a code that no document has any more keeps its value. */
  readonly values: Comparable[] = [];
  readonly #codes = new Map<Comparable, number>();
  /** How many documents have it, by code. */
  readonly #totals: number[] = [];
  /** A document's first entry, by row; of an entry its code, and the next of the same document. */
  #heads = grown(new Int32Array(0), INITIAL_CAPACITY);
  #entryCodes = grown(new Int32Array(0), INITIAL_CAPACITY);
  #nexts = grown(new Int32Array(0), INITIAL_CAPACITY);
  #entries = 0;
  #free = NONE;

  /** Puts these values in place of those that the row had. */
  set(row: number, values: readonly Comparable[]): void {
    this.clear(row);
    if (row >= this.#heads.length) this.#heads = grown(this.#heads, row * 2);
    for (const value of values) {
      const code = this.#codeOf(value);
      const entry = this.#allocateEntry();
      this.#entryCodes[entry] = code;
      this.#nexts[entry] = this.#heads[row] ?? NONE;
      this.#heads[row] = entry;
      this.#totals[code] = (this.#totals[code] ?? 0) + 1;
    }
  }

  clear(row: number): void {
    let entry = this.#heads[row] ?? NONE;
    while (entry !== NONE) {
      const next = this.#nexts[entry] ?? NONE;
      const code = this.#entryCodes[entry] ?? 0;
      this.#totals[code] = (this.#totals[code] ?? 1) - 1;
      this.#nexts[entry] = this.#free;
      this.#free = entry;
      entry = next;
    }
    if (row < this.#heads.length) this.#heads[row] = NONE;
  }

  /** Of all documents, how many have each value; by code. */
  totals(): readonly number[] {
    return this.#totals;
  }

  /** Of the documents in rows that are marked with one of two numbers, how many have each value; by code. */
  count(states: Uint8Array, addRowsTo: number, orMark: number): Uint32Array {
    const counts = new Uint32Array(this.values.length);
    const [heads, codes, nexts] = [this.#heads, this.#entryCodes, this.#nexts];
    const rows = Math.min(states.length, heads.length);
    for (let row = 0; row < rows; row += 1) {
      const marked = states[row];
      if (marked !== addRowsTo && marked !== orMark) continue;
      for (let entry = heads[row] ?? NONE; entry !== NONE; entry = nexts[entry] ?? NONE) {
        const code = codes[entry] ?? 0;
        counts[code] = (counts[code] ?? 0) + 1;
      }
    }
    return counts;
  }

  /** The same, of these rows only. */
  countAt(rows: Uint32Array): Uint32Array {
    const counts = new Uint32Array(this.values.length);
    const [heads, codes, nexts] = [this.#heads, this.#entryCodes, this.#nexts];
    for (const row of rows) {
      for (let entry = heads[row] ?? NONE; entry !== NONE; entry = nexts[entry] ?? NONE) {
        const code = codes[entry] ?? 0;
        counts[code] = (counts[code] ?? 0) + 1;
      }
    }
    return counts;
  }

  /** Calls for each row up to `rows` that has none of the values whose codes pass. */
  eachWithout(passes: Uint8Array, rows: number, call: (row: number) => void): void {
    const [heads, codes, nexts] = [this.#heads, this.#entryCodes, this.#nexts];
    for (let row = 0; row < rows; row += 1) {
      let entry = heads[row] ?? NONE;
      while (entry !== NONE && passes[codes[entry] ?? 0] !== 1) entry = nexts[entry] ?? NONE;
      if (entry === NONE) call(row);
    }
  }

  #codeOf(value: Comparable): number {
    const known = this.#codes.get(value);
    if (known !== undefined) return known;
    const code = this.values.push(value) - 1;
    this.#codes.set(value, code);
    this.#totals[code] = 0;
    return code;
  }

  #allocateEntry(): number {
    const free = this.#free;
    if (free !== NONE) {
      this.#free = this.#nexts[free] ?? NONE;
      return free;
    }
    const entry = this.#entries;
    this.#entries += 1;
    if (entry >= this.#nexts.length) {
      this.#nexts = grown(this.#nexts, entry * 2);
      this.#entryCodes = grown(this.#entryCodes, entry * 2);
    }
    return entry;
  }
}

import type { Comparable } from '../schema/column-value.ts';
import { isLongText } from '../records/document.ts';
import type { IndexedDocument } from '../records/document.ts';
import { NO_IDS } from '../records/linked-ids.ts';
import type { Facet } from '../schema/facets.ts';

/** The end of a row's chain of entries, and the head of an empty one. */
const NONE = -1;
const INITIAL_CAPACITY = 64;

function grown(from: Int32Array<ArrayBuffer>, capacity: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(capacity).fill(NONE);
  larger.set(from);
  return larger;
}

/**
 * The facet values of one attribute, dictionary-encoded: for each row a linked list of value codes, since a relation
 * may have several. The value of a column is a text or a number, that of a relation the id of its target. Counting the
 * values of any result set is one pass over integer arrays.
 */
export class FacetIndex {
  /** Values by code. A code that no row uses any more keeps its value. */
  readonly values: Comparable[] = [];
  readonly #codes = new Map<Comparable, number>();
  /** Number of documents with a value, by code. */
  readonly #totals: number[] = [];
  /** First entry by row; by entry, its code and the next entry of the same row. */
  #heads = grown(new Int32Array(0), INITIAL_CAPACITY);
  #entryCodes = grown(new Int32Array(0), INITIAL_CAPACITY);
  #nexts = grown(new Int32Array(0), INITIAL_CAPACITY);
  #entries = 0;
  #free = NONE;

  /** Replaces the values of a row. */
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

  /** Number of documents with each value over the whole collection, by code. */
  totals(): readonly number[] {
    return this.#totals;
  }

  /** Returns by code the number of rows with each value, among rows whose entry in `states` is `first` or `second`. */
  count(states: Uint8Array, first: number, second: number): Uint32Array {
    const counts = new Uint32Array(this.values.length);
    const [heads, codes, nexts] = [this.#heads, this.#entryCodes, this.#nexts];
    const rows = Math.min(states.length, heads.length);
    for (let row = 0; row < rows; row += 1) {
      const state = states[row];
      if (state !== first && state !== second) continue;
      for (let entry = heads[row] ?? NONE; entry !== NONE; entry = nexts[entry] ?? NONE) {
        const code = codes[entry] ?? 0;
        counts[code] = (counts[code] ?? 0) + 1;
      }
    }
    return counts;
  }

  /** Counts the values of these rows; by code. */
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

  /** Calls back for each row below `rows` that has no value whose code passes. */
  eachWithout(passes: Uint8Array, rows: number, call: (row: number) => void): void {
    const [heads, codes, nexts] = [this.#heads, this.#entryCodes, this.#nexts];
    for (let row = 0; row < rows; row += 1) {
      let entry = heads[row] ?? NONE;
      while (entry !== NONE && passes[codes[entry] ?? 0] !== 1) entry = nexts[entry] ?? NONE;
      if (entry === NONE) call(row);
    }
  }

  #codeOf(value: Comparable): number {
    const existing = this.#codes.get(value);
    if (existing !== undefined) return existing;
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

/** Returns the facet values of a document: the ids of a relation, or the value of a column. */
export function facetValues(document: IndexedDocument, { of }: Facet): readonly Comparable[] {
  if ('relation' in of) return document.links[of.relation.link] ?? NO_IDS;
  const value = document.values[of.column.position] ?? null;
  return [isLongText(value) ? null : value];
}

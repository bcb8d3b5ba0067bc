import type { Comparable } from '../schema/column-value.ts';

/** Ends a document's entries, and is where a document has none. */
const NONE = -1;
const FIRST_ROOM = 64;

function widened(old: Int32Array<ArrayBuffer>, room: number): Int32Array<ArrayBuffer> {
  const wide = new Int32Array(room).fill(NONE);
  wide.set(old);
  return wide;
}

/**
 * The values of one attribute as small numbers, by the slots of documents: a text or a number each, or the ids of
 * those that a relation leads to. Counting every value of any selection is then one pass over numbers.
 */
export class FacetIndex {
  /** By code; a code that no document has any more keeps its value. */
  readonly values: Comparable[] = [];
  readonly #codes = new Map<Comparable, number>();
  /** How many documents have it, by code. */
  readonly #totals: number[] = [];
  /** A document's first entry, by slot; of an entry its code, and the next of the same document. */
  #heads = widened(new Int32Array(0), FIRST_ROOM);
  #entryCodes = widened(new Int32Array(0), FIRST_ROOM);
  #nexts = widened(new Int32Array(0), FIRST_ROOM);
  #entries = 0;
  #free = NONE;

  /** Puts these values in place of those that the slot had. */
  set(slot: number, values: readonly Comparable[]): void {
    this.clear(slot);
    if (slot >= this.#heads.length) this.#heads = widened(this.#heads, slot * 2);
    for (const value of values) {
      const code = this.#codeOf(value);
      const entry = this.#takeEntry();
      this.#entryCodes[entry] = code;
      this.#nexts[entry] = this.#heads[slot] ?? NONE;
      this.#heads[slot] = entry;
      this.#totals[code] = (this.#totals[code] ?? 0) + 1;
    }
  }

  clear(slot: number): void {
    let entry = this.#heads[slot] ?? NONE;
    while (entry !== NONE) {
      const next = this.#nexts[entry] ?? NONE;
      const code = this.#entryCodes[entry] ?? 0;
      this.#totals[code] = (this.#totals[code] ?? 1) - 1;
      this.#nexts[entry] = this.#free;
      this.#free = entry;
      entry = next;
    }
    if (slot < this.#heads.length) this.#heads[slot] = NONE;
  }

  /** Of all documents, how many have each value; by code. */
  totals(): readonly number[] {
    return this.#totals;
  }

  /** Of the documents in slots that are marked with one of two numbers, how many have each value; by code. */
  count(marks: Uint8Array, mark: number, orMark: number): Uint32Array {
    const counts = new Uint32Array(this.values.length);
    const [heads, codes, nexts] = [this.#heads, this.#entryCodes, this.#nexts];
    const slots = Math.min(marks.length, heads.length);
    for (let slot = 0; slot < slots; slot += 1) {
      const marked = marks[slot];
      if (marked !== mark && marked !== orMark) continue;
      for (let entry = heads[slot] ?? NONE; entry !== NONE; entry = nexts[entry] ?? NONE) {
        const code = codes[entry] ?? 0;
        counts[code] = (counts[code] ?? 0) + 1;
      }
    }
    return counts;
  }

  /** The same, of these slots only. */
  countAt(slots: Uint32Array): Uint32Array {
    const counts = new Uint32Array(this.values.length);
    const [heads, codes, nexts] = [this.#heads, this.#entryCodes, this.#nexts];
    for (const slot of slots) {
      for (let entry = heads[slot] ?? NONE; entry !== NONE; entry = nexts[entry] ?? NONE) {
        const code = codes[entry] ?? 0;
        counts[code] = (counts[code] ?? 0) + 1;
      }
    }
    return counts;
  }

  /** Calls for each slot up to `slots` that has none of the values whose codes pass. */
  eachWithout(passes: Uint8Array, slots: number, call: (slot: number) => void): void {
    const [heads, codes, nexts] = [this.#heads, this.#entryCodes, this.#nexts];
    for (let slot = 0; slot < slots; slot += 1) {
      let entry = heads[slot] ?? NONE;
      while (entry !== NONE && passes[codes[entry] ?? 0] !== 1) entry = nexts[entry] ?? NONE;
      if (entry === NONE) call(slot);
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

  #takeEntry(): number {
    const free = this.#free;
    if (free !== NONE) {
      this.#free = this.#nexts[free] ?? NONE;
      return free;
    }
    const entry = this.#entries;
    this.#entries += 1;
    if (entry >= this.#nexts.length) {
      this.#nexts = widened(this.#nexts, entry * 2);
      this.#entryCodes = widened(this.#entryCodes, entry * 2);
    }
    return entry;
  }
}

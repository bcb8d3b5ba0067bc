import type { Comparable } from '../schema/column-value.ts';
import { addMatch, dropMatch, matchedSlots } from './row-bitmap.ts';
import type { MatchSet } from './row-bitmap.ts';

/** A column with more different values than these is tested value by value. */
const MOST_VALUES = 4_096;
const FIRST_ROOM = 1_024;

/**
 * A column of few different values, as small numbers by the slots of documents: a condition is decided once for each
 * value, and looking for the documents that pass is one pass over numbers.
 */
export class ValueCodes {
  /** By code, from 1 on; 0 is no document. A code that no document has any more keeps its value. */
  readonly #values: Comparable[] = [];
  readonly #codes = new Map<Comparable, number>();
  #bySlot = new Uint16Array(FIRST_ROOM);

  get size(): number {
    return this.#values.length;
  }

  /** Answers false when there are too many values: nothing that is said here holds any longer then. */
  set(slot: number, value: Comparable): boolean {
    const code = this.#codes.get(value) ?? this.#add(value);
    if (slot >= this.#bySlot.length) {
      const wide = new Uint16Array(slot * 2);
      wide.set(this.#bySlot);
      this.#bySlot = wide;
    }
    this.#bySlot[slot] = code;
    return code <= MOST_VALUES;
  }

  clear(slot: number): void {
    if (slot < this.#bySlot.length) this.#bySlot[slot] = 0;
  }

  /** By code, whether its value passes. */
  passing(test: (value: Comparable) => boolean): Uint8Array {
    const passes = new Uint8Array(this.#values.length + 1);
    for (const [index, value] of this.#values.entries()) if (test(value)) passes[index + 1] = 1;
    return passes;
  }

  mark(passes: Uint8Array, set: MatchSet, slots: number): void {
    const codes = this.#bySlot;
    const end = Math.min(slots, codes.length);
    for (let slot = 0; slot < end; slot += 1) if (passes[codes[slot] ?? 0] === 1) addMatch(set, slot);
  }

  narrow(passes: Uint8Array, set: MatchSet): void {
    const codes = this.#bySlot;
    for (const slot of matchedSlots(set)) if (passes[codes[slot] ?? 0] !== 1) dropMatch(set, slot);
  }

  #add(value: Comparable): number {
    const code = this.#values.push(value);
    this.#codes.set(value, code);
    return code;
  }
}

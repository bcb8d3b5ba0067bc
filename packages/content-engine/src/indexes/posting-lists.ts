import { addMatch, addMatches, dropMatch, wordsFor } from './row-bitmap.ts';
import type { MatchSet } from './row-bitmap.ts';

/**
 * Lists of slots by a small number: one alone, a list, or a bit for each slot where a list would take more memory. Slots
 * are in no order.
 */
export interface SlotLists {
  /** Adds a slot to a list; again is nothing where it was the last one added. */
  add(list: number, slot: number): void;
  remove(list: number, slot: number): void;
  size(list: number): number;
  /** Adds the slots of a list to a set. */
  mark(list: number, set: MatchSet): void;
}

interface Dense {
  bits: Uint32Array;
  count: number;
}

/** A list takes 64 bits for each slot. */
const BITS_PER_LISTED = 64;
const MOST_SURELY_LISTED = 128;

export function createSlotLists(): SlotLists {
  const lists: (number | number[] | Dense | undefined)[] = [];
  /** One more than the highest slot ever. */
  let slots = 0;

  const spread = (listed: readonly number[]): Dense => {
    const dense = { bits: new Uint32Array(wordsFor(slots)), count: 0 };
    for (const slot of listed) addMatch(dense, slot);
    return dense;
  };

  return {
    add(list, slot) {
      if (slot >= slots) slots = slot + 1;
      while (lists.length <= list) lists.push(undefined);
      const known = lists[list];
      if (known === undefined) lists[list] = slot;
      else if (typeof known === 'number') {
        if (known !== slot) lists[list] = [known, slot];
      } else if (Array.isArray(known)) {
        if (known.at(-1) === slot) return;
        known.push(slot);
        if (known.length > Math.max(MOST_SURELY_LISTED, slots / BITS_PER_LISTED)) lists[list] = spread(known);
      } else {
        if (slot >>> 5 >= known.bits.length) {
          const grown = new Uint32Array(wordsFor(Math.max(slots, known.bits.length * 40)));
          grown.set(known.bits);
          known.bits = grown;
        }
        addMatch(known, slot);
      }
    },
    remove(list, slot) {
      const known = lists[list];
      if (known === undefined) return;
      if (typeof known === 'number') {
        if (known === slot) lists[list] = undefined;
      } else if (Array.isArray(known)) {
        const at = known.indexOf(slot);
        const last = known.pop();
        if (at === -1) {
          if (last !== undefined) known.push(last);
        } else if (at < known.length && last !== undefined) known[at] = last;
      } else dropMatch(known, slot);
    },
    size(list) {
      const known = lists[list];
      if (known === undefined) return 0;
      if (typeof known === 'number') return 1;
      return Array.isArray(known) ? known.length : known.count;
    },
    mark(list, set) {
      const known = lists[list];
      if (known === undefined) return;
      if (typeof known === 'number') addMatch(set, known);
      else if (Array.isArray(known)) for (const slot of known) addMatch(set, slot);
      else addMatches(set, known.bits);
    },
  };
}

import type { MatchSet } from './row-bitmap.ts';
import { createSlotLists } from './posting-lists.ts';

/** From an id to the slots of the documents that link to it, ready to be marked. */
export interface IdSlots {
  add(id: number, slot: number): void;
  remove(id: number, slot: number): void;
  mark(id: number, set: MatchSet): void;
}

export function createIdSlots(): IdSlots {
  const lists = createSlotLists();
  const numbers = new Map<number, number>();
  return {
    add(id, slot) {
      const number = numbers.get(id) ?? numbers.size;
      numbers.set(id, number);
      lists.add(number, slot);
    },
    remove(id, slot) {
      const number = numbers.get(id);
      if (number !== undefined) lists.remove(number, slot);
    },
    mark(id, set) {
      const number = numbers.get(id);
      if (number !== undefined) lists.mark(number, set);
    },
  };
}

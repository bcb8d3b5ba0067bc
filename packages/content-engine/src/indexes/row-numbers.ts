/** From the ids of documents to their slots, for ids that are not too large: cheaper to ask than a map. */
export interface SlotIndex {
  /** Undefined where there is none, or where it is not known here. */
  get(id: number): number | undefined;
  set(id: number, slot: number): void;
  delete(id: number): void;
}

const FIRST_ROOM = 1_024;
const LARGEST_ID = 1_000_000;

export function createSlotIndex(): SlotIndex {
  /** One more than the slot; 0 is none. */
  let slots = new Uint32Array(FIRST_ROOM);
  return {
    get(id) {
      const place = slots[id] ?? 0;
      return place === 0 ? undefined : place - 1;
    },
    set(id, slot) {
      if (id < 0 || id > LARGEST_ID || !Number.isInteger(id)) return;
      if (id >= slots.length) {
        const wide = new Uint32Array(Math.min(LARGEST_ID + 1, id * 2));
        wide.set(slots);
        slots = wide;
      }
      slots[id] = slot + 1;
    },
    delete(id) {
      if (id < slots.length) slots[id] = 0;
    },
  };
}

/** From the ids of documents to their rows, for ids that are not too large: cheaper to ask than a map. */
export interface RowNumbers {
  /** Undefined where there is none, or where it is not known here. */
  get(id: number): number | undefined;
  set(id: number, row: number): void;
  delete(id: number): void;
}

const INITIAL_CAPACITY = 1_024;
const MAX_INDEXED_ID = 1_000_000;

export function createRowNumbers(): RowNumbers {
  /** One more than the row; 0 is none. */
  let rows = new Uint32Array(INITIAL_CAPACITY);
  return {
    get(id) {
      const entry = rows[id] ?? 0;
      return entry === 0 ? undefined : entry - 1;
    },
    set(id, row) {
      if (id < 0 || id > MAX_INDEXED_ID || !Number.isInteger(id)) return;
      if (id >= rows.length) {
        const grown = new Uint32Array(Math.min(MAX_INDEXED_ID + 1, id * 2));
        grown.set(rows);
        rows = grown;
      }
      rows[id] = row + 1;
    },
    delete(id) {
      if (id < rows.length) rows[id] = 0;
    },
  };
}

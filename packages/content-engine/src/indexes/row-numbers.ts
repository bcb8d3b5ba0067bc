/** Maps document ids to rows, as an array indexed by id: a lookup is cheaper than in a Map. Large ids are not stored. */
export interface RowNumbers {
  /** Undefined when there is no such document, and for ids above MAX_INDEXED_ID. */
  get(id: number): number | undefined;
  set(id: number, row: number): void;
  delete(id: number): void;
}

const INITIAL_CAPACITY = 1_024;
const MAX_INDEXED_ID = 1_000_000;

export function createRowNumbers(): RowNumbers {
  /** Row plus one by document id; 0 where there is none. */
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

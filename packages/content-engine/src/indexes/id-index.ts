/** The inverse of a relation: from a target id to the ids of the documents that link to it, ascending. */
export interface IdIndex {
  get(target: number): readonly number[] | undefined;
  add(target: number, source: number): void;
  remove(target: number, source: number): void;
}

export function createIdIndex(): IdIndex {
  const sources = new Map<number, number[]>();
  return {
    get: (target) => sources.get(target),
    add(target, source) {
      const ids = sources.get(target);
      if (ids === undefined) {
        sources.set(target, [source]);
        return;
      }
      const last = ids.at(-1);
      if (last === undefined || last < source) ids.push(source);
      else {
        const at = insertionIndex(ids, source);
        if (ids[at] !== source) ids.splice(at, 0, source);
      }
    },
    remove(target, source) {
      const ids = sources.get(target);
      if (ids === undefined) return;
      const at = insertionIndex(ids, source);
      if (ids[at] === source) ids.splice(at, 1);
      if (ids.length === 0) sources.delete(target);
    },
  };
}

/** Binary search: the index of the id in ascending ids, or the index at which to insert it. */
export function insertionIndex(ids: readonly number[], id: number): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] ?? id) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

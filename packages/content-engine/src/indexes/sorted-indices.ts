/** One key of a sort: an unsigned 32-bit integer for each item, in the order of the items. */
export interface IndexKey {
  readonly values: Uint32Array;
  readonly descending: boolean;
}

/** Maps items to unsigned integers. A plain loop, since `Uint32Array.from` is many times slower. */
export function mapNumbers<Item>(
  items: readonly Item[],
  numberOf: (item: Item) => number,
): Uint32Array<ArrayBuffer> {
  const numbers = new Uint32Array(items.length);
  let at = 0;
  for (const item of items) {
    numbers[at] = numberOf(item);
    at += 1;
  }
  return numbers;
}

const DIGIT_BITS = 11;
const BUCKETS = 1 << DIGIT_BITS;
/** Below this number of items a comparison sort is faster than the radix sort. */
const MIN_RADIX_ITEMS = 1_500;

/** Passes over all items for one key, for the query cost. */
export const PASSES_PER_KEY = 2;

/** Returns the indices of `count` items, sorted by keys, the most significant first. The sort is stable. */
export function sortedIndices(count: number, keys: readonly IndexKey[]): Uint32Array {
  const indices = new Uint32Array(count);
  for (let at = 0; at < count; at += 1) indices[at] = at;
  if (count < 2 || keys.length === 0) return indices;
  return count < MIN_RADIX_ITEMS ? comparisonSort(indices, keys) : radixSort(indices, keys);
}

function comparisonSort(indices: Uint32Array<ArrayBuffer>, keys: readonly IndexKey[]): Uint32Array {
  return indices.sort((a, b) => {
    for (const { values, descending } of keys) {
      const order = (values[a] ?? 0) - (values[b] ?? 0);
      if (order !== 0) return descending ? -order : order;
    }
    return a - b;
  });
}

/** LSD radix sort: the least significant digit first, so the keys are taken from the last to the first. */
function radixSort(indices: Uint32Array<ArrayBuffer>, keys: readonly IndexKey[]): Uint32Array {
  let from = indices;
  let to = new Uint32Array(indices.length);
  const offsets = new Uint32Array(BUCKETS);
  for (const { values, descending } of keys.toReversed()) {
    let largest = 0;
    for (let at = 0; at < indices.length; at += 1) largest = Math.max(largest, values[at] ?? 0);
    for (let shift = 0; shift < 32 && largest >>> shift > 0; shift += DIGIT_BITS) {
      const flip = descending ? BUCKETS - 1 : 0;
      offsets.fill(0);
      for (const index of from) {
        const digit = (((values[index] ?? 0) >>> shift) & (BUCKETS - 1)) ^ flip;
        offsets[digit] = (offsets[digit] ?? 0) + 1;
      }
      let offset = 0;
      for (let digit = 0; digit < BUCKETS; digit += 1) {
        const size = offsets[digit] ?? 0;
        offsets[digit] = offset;
        offset += size;
      }
      for (const index of from) {
        const digit = (((values[index] ?? 0) >>> shift) & (BUCKETS - 1)) ^ flip;
        const target = offsets[digit] ?? 0;
        to[target] = index;
        offsets[digit] = target + 1;
      }
      [from, to] = [to, from];
    }
  }
  return from;
}

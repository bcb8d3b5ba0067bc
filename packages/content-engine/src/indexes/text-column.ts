/** An append-only list of texts as UTF-8 in one contiguous buffer, so that a substring search is one scan of memory. */
export interface TextColumn {
  /** Appends a text; texts are numbered from 0 in the order of their addition. */
  add(text: string): void;
  /** The numbers of the texts that contain a needle, ascending. */
  containing(needle: string): number[];
}

const SEPARATOR = 0xff;
const INITIAL_BYTES = 16 * 1024;
const INITIAL_TEXTS = 1024;

/** Texts are separated by a byte that UTF-8 never contains, so no match spans two texts. */
export function createTextColumn(): TextColumn {
  let data = Buffer.alloc(INITIAL_BYTES);
  let used = 0;
  /** Start offset by number of the text; the entry after the last is the offset of the next text. */
  let starts = new Uint32Array(INITIAL_TEXTS);
  let count = 0;

  return {
    add(text) {
      const length = Buffer.byteLength(text, 'utf8') + 1;
      if (used + length > data.length) {
        const grown = Buffer.allocUnsafeSlow(Math.max(data.length * 2, used + length));
        data.copy(grown, 0, 0, used);
        data = grown;
      }
      data.write(text, used);
      used += length;
      data[used - 1] = SEPARATOR;
      count += 1;
      if (count === starts.length) {
        const grown = new Uint32Array(count * 2);
        grown.set(starts);
        starts = grown;
      }
      starts[count] = used;
    },
    containing(needle) {
      const found: number[] = [];
      const haystack = data.subarray(0, used);
      const pattern = Buffer.from(needle, 'utf8');
      let number = 0;
      for (let at = haystack.indexOf(pattern); at !== -1;) {
        number = numberAt(starts, count, at, number);
        found.push(number);
        const next = starts[number + 1] ?? used;
        at = next >= used ? -1 : haystack.indexOf(pattern, next);
      }
      return found;
    },
  };
}

/** Returns the number of the text at an offset: a galloping search that starts from the last text found. */
function numberAt(starts: Uint32Array, count: number, at: number, from: number): number {
  let step = 1;
  let low = from;
  while (low + step < count && (starts[low + step] ?? 0) <= at) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, count);
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle;
  }
  return low;
}

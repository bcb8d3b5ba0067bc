/** Words by their beginnings, or by their ends, so that those with a piece there are found without a look at the others. */
export interface WordOrder {
  /** Numbers of the words that begin, or end, with a piece. */
  find(piece: string): number[];
  /** Sorts in what is new; else that is done when there is enough of it. */
  prepare(): void;
}

/** So many new words are looked at one by one, until they are worth sorting in. */
const MAX_UNSORTED = 1_000;

const byStart = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function byEnd(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let back = 1; back <= shorter; back += 1) {
    const order = a.charCodeAt(a.length - back) - b.charCodeAt(b.length - back);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** An order of a list of words that only grows; built when it is first asked for. */
export function createWordOrder(words: readonly string[], side: 'start' | 'end'): WordOrder {
  const compare = side === 'start' ? byStart : byEnd;
  const has = (word: string, piece: string): boolean =>
    side === 'start' ? word.startsWith(piece) : word.endsWith(piece);
  let sorted = new Uint32Array(0);
  const wordAt = (place: number): string => words[sorted[place] ?? -1] ?? '';

  const sortIn = (): void => {
    const fresh = Uint32Array.from({ length: words.length - sorted.length }, (_, at) => sorted.length + at);
    fresh.sort((a, b) => compare(words[a] ?? '', words[b] ?? ''));
    const merged = new Uint32Array(words.length);
    let old = 0;
    let added = 0;
    for (let place = 0; place < merged.length; place += 1) {
      const isOld =
        added === fresh.length ||
        (old < sorted.length && compare(wordAt(old), words[fresh[added] ?? -1] ?? '') < 0);
      merged[place] = (isOld ? sorted[old] : fresh[added]) ?? 0;
      if (isOld) old += 1;
      else added += 1;
    }
    sorted = merged;
  };

  return {
    prepare: sortIn,
    find(piece) {
      if (words.length - sorted.length > MAX_UNSORTED) sortIn();
      let low = 0;
      let high = sorted.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (compare(wordAt(middle), piece) < 0) low = middle + 1;
        else high = middle;
      }
      const found: number[] = [];
      for (; low < sorted.length && has(wordAt(low), piece); low += 1) found.push(sorted[low] ?? 0);
      for (let number = sorted.length; number < words.length; number += 1)
        if (has(words[number] ?? '', piece)) found.push(number);
      return found;
    },
  };
}

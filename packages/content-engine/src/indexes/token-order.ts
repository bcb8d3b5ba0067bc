/** Tokens sorted by their start, or by their end, for prefix and suffix searches by binary search. */
export interface TokenOrder {
  /** Ids of the tokens that start, or end, with `affix`; in no order. */
  find(affix: string): number[];
  /** Merges new tokens into the order now; otherwise `find` does when there are enough of them. */
  prepare(): void;
}

/** Maximum number of new tokens that `find` scans; more are merged into the order. */
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

/** An order of an append-only list of tokens; an id is an index of it. */
export function createTokenOrder(tokens: readonly string[], side: 'start' | 'end'): TokenOrder {
  const compare = side === 'start' ? byStart : byEnd;
  const has = (token: string, affix: string): boolean =>
    side === 'start' ? token.startsWith(affix) : token.endsWith(affix);
  let sorted = new Uint32Array(0);
  const tokenAt = (position: number): string => tokens[sorted[position] ?? -1] ?? '';

  const mergeNew = (): void => {
    const unsorted = Uint32Array.from(
      { length: tokens.length - sorted.length },
      (_, at) => sorted.length + at,
    );
    unsorted.sort((a, b) => compare(tokens[a] ?? '', tokens[b] ?? ''));
    const merged = new Uint32Array(tokens.length);
    let old = 0;
    let added = 0;
    for (let position = 0; position < merged.length; position += 1) {
      const isOld =
        added === unsorted.length ||
        (old < sorted.length && compare(tokenAt(old), tokens[unsorted[added] ?? -1] ?? '') < 0);
      merged[position] = (isOld ? sorted[old] : unsorted[added]) ?? 0;
      if (isOld) old += 1;
      else added += 1;
    }
    sorted = merged;
  };

  return {
    prepare: mergeNew,
    find(affix) {
      if (tokens.length - sorted.length > MAX_UNSORTED) mergeNew();
      let low = 0;
      let high = sorted.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (compare(tokenAt(middle), affix) < 0) low = middle + 1;
        else high = middle;
      }
      const found: number[] = [];
      for (; low < sorted.length && has(tokenAt(low), affix); low += 1) found.push(sorted[low] ?? 0);
      for (let id = sorted.length; id < tokens.length; id += 1)
        if (has(tokens[id] ?? '', affix)) found.push(id);
      return found;
    },
  };
}

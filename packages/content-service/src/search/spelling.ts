const MIN_LENGTH = 4;
const LENGTH_OF_TWO_ERRORS = 8;

const errorsIn = (word: string): number =>
  word.length < MIN_LENGTH || /\d/.test(word) ? 0 : word.length < LENGTH_OF_TWO_ERRORS ? 1 : 2;

/**
 * Returns the number of letters that were added, left out, exchanged or swapped with a neighbour (optimal string alignment); more
 * than `limit` once it is certain to exceed it.
 */
export function editDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    let least = row;
    for (let at = 1; at <= other.length; at += 1) {
      const isSame = one[row - 1] === other[at - 1];
      let value = Math.min(
        (last[at] ?? 0) + 1,
        (current[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwap = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      if (isSwap) value = Math.min(value, (before[at - 2] ?? 0) + 1);
      current.push(value);
      least = Math.min(least, value);
    }
    if (least > limit) return limit + 1;
    [before, last] = [last, current];
  }
  return last[other.length] ?? 0;
}

/** Returns the known word nearest to one that is misspelt, of equally near ones the most frequent; null for none. */
export function nearestWord(word: string, known: ReadonlyMap<string, number>): string | null {
  const limit = errorsIn(word);
  if (limit === 0) return null;
  let best: { word: string; distance: number; count: number } | null = null;
  for (const [candidate, count] of known) {
    if (candidate === word || candidate.length < MIN_LENGTH) continue;
    const distance = editDistance(word, candidate, Math.min(limit, best?.distance ?? limit));
    if (distance > limit) continue;
    if (best === null || distance < best.distance || (distance === best.distance && count > best.count))
      best = { word: candidate, distance, count };
  }
  return best?.word ?? null;
}

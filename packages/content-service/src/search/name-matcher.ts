import { searchText } from '@vidhi/content-engine/search-terms.ts';
import { parseSearch, type SearchQuery } from './search-query.ts';

/** The quality of a match by name: it begins with the words, has them all, or has them within its own words. */
type NameMatch = 'start' | 'words' | 'inside' | null;

const MAX_CACHED = 50_000;
const folded = new Map<string, string>();

/** Names change rarely and are compared with every text that is typed. */
function foldedName(name: string): string {
  const known = folded.get(name);
  if (known !== undefined) return known;
  if (folded.size >= MAX_CACHED) folded.clear();
  const words = ` ${searchText(name)}`;
  folded.set(name, words);
  return words;
}

/** Returns a test of names by all words of a text in any order. */
function nameMatcher(typed: string): (name: string) => NameMatch {
  const { units, required }: SearchQuery = parseSearch(typed);
  // The last word may be the beginning of another one, so it counts even when it is frequent.
  const needed = units.filter((unit) => required.includes(unit) || unit === units.at(-1));
  const needles = needed.map(({ terms }) => ` ${terms.join(' ')}`);
  const whole = ` ${units.flatMap(({ terms }) => terms).join(' ')}`;
  return (name) => {
    if (needles.length === 0) return null;
    const words = foldedName(name);
    if (words.startsWith(whole)) return 'start';
    if (needles.every((needle) => words.includes(needle))) return 'words';
    return needles.every((needle) => words.includes(needle.slice(1))) ? 'inside' : null;
  };
}

/**
 * Returns the best matches by name: those that begin with the text, then those with all its words, each by its beginning; only when
 * there are none, those that have them inside of words. Each group is in the given order.
 */
export function matchNames<T>(
  items: Iterable<T>,
  typed: string,
  limit: number,
  nameOf: (item: T) => string,
): T[] {
  const match = nameMatcher(typed);
  const starting: T[] = [];
  const others: T[] = [];
  const inside: T[] = [];
  for (const item of items) {
    const found = match(nameOf(item));
    if (found === 'start') starting.push(item);
    else if (found === 'words' && others.length < limit) others.push(item);
    else if (found === 'inside' && inside.length < limit) inside.push(item);
    if (starting.length >= limit) break;
  }
  const byWords = [...starting, ...others];
  return (byWords.length === 0 ? inside : byWords).slice(0, limit);
}

import { searchTokens } from '@vidhi/content-engine/search-terms.ts';
import type { QueryUnit, SearchQuery } from './search-query.ts';

/** Answers about the words of the index. */
export interface KnownWords {
  /** Words of titles and names with the number of documents that have them. */
  readonly heads: ReadonlyMap<string, number>;
  /** Whether any document has the word. */
  has(word: string): boolean;
}

/** One unit of the query, or two words that are also written as one, with all spellings that match. */
interface Group {
  readonly parts: readonly QueryUnit[];
  readonly alternatives: readonly string[];
}

const MIN_HALF = 3;
const MIN_PREFIX = 2;
const MAX_SPLITS = 3;
const NEAR_WORDS = 8;

const quoted = (terms: readonly string[]): string => `"${terms.join(' ')}"`;
const allOf = (parts: readonly string[]): string =>
  parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(' AND ')})`;
const anyOf = (parts: readonly string[]): string =>
  parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(' OR ')})`;
const inColumns = (columns: string, expression: string): string => `{${columns}} : (${expression})`;

/** Shorter first halves of words that are written with a hyphen, a space or neither: "e-way", "co-operative", "ad hoc". */
const SHORT_HALVES = new Set(['e', 'co', 're', 'ex', 'de', 'ad', 'by', 'un']);

/** Returns two words that are known and make up this one: "chargesheet" as "charge sheet", "498a" as "498 a", "s187" as "section 187". */
function splitsOf(word: string, known: KnownWords): string[] {
  const splits: string[] = [];
  const border = /^(\d+)(\p{L}+)$/u.exec(word) ?? /^(\p{L}+)(\d+\p{L}?)$/u.exec(word);
  if (border !== null) splits.push(quoted(searchTokens(`${border[1]} ${border[2]}`).map(({ term }) => term)));
  for (let at = 1; at < MIN_HALF && at <= word.length - MIN_HALF; at += 1) {
    const [start, end] = [word.slice(0, at), word.slice(at)];
    if (SHORT_HALVES.has(start) && known.has(end)) splits.push(quoted([start, end]));
  }
  for (let at = MIN_HALF; at <= word.length - MIN_HALF && splits.length < MAX_SPLITS; at += 1) {
    const [start, end] = [word.slice(0, at), word.slice(at)];
    if (known.has(start) && known.has(end)) splits.push(quoted([start, end]));
  }
  return splits;
}

/** Joins neighbours that are also written as one word. */
function groupsOf(units: readonly QueryUnit[], known: KnownWords): Group[] {
  const groups: Group[] = [];
  for (let at = 0; at < units.length; at += 1) {
    const [unit, next] = [units[at], units[at + 1]];
    if (unit === undefined) continue;
    const joined = `${unit.terms[0]}${next?.terms[0]}`;
    if (next !== undefined && !unit.isPhrase && !next.isPhrase && known.has(joined)) {
      groups.push({ parts: [unit, next], alternatives: [quoted([joined])] });
      at += 1;
    } else
      groups.push({ parts: [unit], alternatives: unit.isPhrase ? [] : splitsOf(unit.terms[0] ?? '', known) });
  }
  return groups;
}

const exactly = ({ terms }: QueryUnit): string => quoted(terms);
const byPrefix = ({ terms, isPhrase }: QueryUnit): string =>
  isPhrase || (terms[0]?.length ?? 0) < MIN_PREFIX ? quoted(terms) : `${quoted(terms)}*`;

const matchAll = (groups: readonly Group[], matchUnit: (unit: QueryUnit) => string): string =>
  allOf(groups.map(({ parts, alternatives }) => anyOf([allOf(parts.map(matchUnit)), ...alternatives])));

/** Returns an expression of FTS5 that matches every document with these units, by prefix, in any column. */
export const matchUnits = (units: readonly QueryUnit[], known: KnownWords): string =>
  matchAll(groupsOf(units, known), byPrefix);

/**
 * Returns expressions of FTS5 in the order of the results. Each matches, among others, what those before it match:
 * the whole query in the title, all words in the title, all by prefix; near to one another in the text, anywhere in title or
 * text; the same with the names of categories, tags and authors.
 */
export function rankedExpressions({ units, required }: SearchQuery, known: KnownWords): string[] {
  const groups = groupsOf(required, known);
  const [exact, prefixed] = [matchAll(groups, exactly), matchAll(groups, byPrefix)];
  const inOrder = quoted(units.flatMap(({ terms }) => terms));
  const titles = inColumns('title', prefixed);
  const near =
    required.length > 1 && required.every(({ isPhrase }) => !isPhrase)
      ? [anyOf([titles, inColumns('body', `NEAR(${required.map(exactly).join(' ')}, ${NEAR_WORDS})`)])]
      : [];
  const texts = inColumns('title body', prefixed);
  return [
    inColumns('title', inOrder),
    inColumns('title', anyOf([inOrder, exact])),
    titles,
    ...near,
    anyOf([titles, inColumns('title body', exact), ...near]),
    texts,
    anyOf([texts, exact]),
    prefixed,
  ];
}

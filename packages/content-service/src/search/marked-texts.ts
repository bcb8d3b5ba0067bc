import { searchTokens, type SearchToken } from '@vidhi/content-engine/search-terms.ts';
import type { SearchQuery } from './search-query.ts';
import { textOfHtml } from './html-text.ts';

/** Start and end of a marked part of a text. */
export type Mark = readonly [start: number, end: number];

export interface MarkedText {
  text: string;
  marks: Mark[];
}

export interface MarkedDocument {
  /** Marks in the title. */
  title: Mark[];
  /** The part of the text that matches best; null when the text has none of the words. */
  excerpt: MarkedText | null;
  /** Names (of categories, tags, authors) that match. */
  names: string[];
}

export interface DocumentTexts {
  title: string;
  html: string;
  /** Names of categories, tags and authors. */
  names: readonly string[];
}

const EXCERPT_LENGTH = 180;
const BEFORE_MATCH = 50;
/** A long judgment: the words after this are searched, but not shown. */
const MAX_EXCERPTED = 200_000;
const MIN_PREFIX = 2;

/** Returns a test of the words that a query marks. */
function markerOf({ required }: SearchQuery): (term: string) => string | undefined {
  const words = required.flatMap(({ terms }) => terms);
  return (term) =>
    words.find((word) => term === word) ??
    words.find((word) => word.length >= MIN_PREFIX && term.startsWith(word)) ??
    // "charge sheet" marks "chargesheet", and the other way round.
    words.find((word, at) => words[at + 1] !== undefined && word + words[at + 1] === term) ??
    (term.length > MIN_PREFIX
      ? words.find((word) => word.startsWith(term) && word.length > term.length + 2 && isHalf(word, term))
      : undefined);
}

const isHalf = (word: string, half: string): boolean => half.length * 3 >= word.length;

interface Found extends SearchToken {
  readonly word: string;
}

function findWords(text: string, wordOf: (term: string) => string | undefined): Found[] {
  return searchTokens(text).flatMap((token) => {
    const word = wordOf(token.term);
    return word === undefined ? [] : { ...token, word };
  });
}

const marksOf = (found: readonly Found[], from: number, to: number): Mark[] =>
  found.flatMap(({ start, end }): Mark[] => (start >= from && end <= to ? [[start - from, end - from]] : []));

/** Returns the part of a text with most of the words, and of equal ones the first. */
function excerptOf(text: string, found: readonly Found[]): MarkedText | null {
  let best: { first: Found; words: number; count: number } | null = null;
  for (const [at, first] of found.entries()) {
    const within = new Set<string>();
    let count = 0;
    for (
      let next = at;
      next < found.length && (found[next]?.end ?? 0) - first.start <= EXCERPT_LENGTH - BEFORE_MATCH;
      next += 1
    ) {
      within.add(found[next]?.word ?? '');
      count += 1;
    }
    if (best === null || within.size > best.words || (within.size === best.words && count > best.count + 1))
      best = { first, words: within.size, count };
  }
  if (best === null) return null;
  const earliest = Math.max(0, best.first.start - BEFORE_MATCH);
  const from =
    earliest === 0 ? 0 : Math.min(best.first.start, text.indexOf(' ', earliest) + 1 || best.first.start);
  const latest = from + EXCERPT_LENGTH;
  const to = latest >= text.length ? text.length : Math.max(best.first.end, text.lastIndexOf(' ', latest));
  const [start, end] = [from === 0 ? '' : '… ', to === text.length ? '' : ' …'];
  const marks = marksOf(found, from, to).map(([a, b]): Mark => [a + start.length, b + start.length]);
  return { text: start + text.slice(from, to) + end, marks };
}

/** Returns where a document matches a query. */
export function markDocument(query: SearchQuery, { title, html, names }: DocumentTexts): MarkedDocument {
  const wordOf = markerOf(query);
  const text = textOfHtml(html).slice(0, MAX_EXCERPTED);
  const inTitle = findWords(title, wordOf);
  return {
    title: marksOf(inTitle, 0, title.length),
    excerpt: excerptOf(text, findWords(text, wordOf)),
    names: names.filter((name) => findWords(name, wordOf).length > 0),
  };
}

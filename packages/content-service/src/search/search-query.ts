import { searchTokens } from '@vidhi/content-engine/search-terms.ts';

/** A word or a quoted phrase of a query. */
export interface QueryUnit {
  /** In compared form; several for a phrase. */
  readonly terms: readonly string[];
  readonly isPhrase: boolean;
  /** As it was typed. */
  readonly typed: string;
}

export interface SearchQuery {
  readonly typed: string;
  readonly units: readonly QueryUnit[];
  /** Units that a result must have: all but the most frequent words, unless there are no others. */
  readonly required: readonly QueryUnit[];
}

const MAX_LENGTH = 200;
const MAX_UNITS = 12;
const MAX_TERM_LENGTH = 60;

/** Words that most texts have, in compared form, and single letters. */
const FREQUENT = new Set(
  'the a an of in on at to for from by with and or is are was be as it its this that v का की के में से ने को और पर है हैं'.split(
    ' ',
  ),
);
const QUOTED = /["“”„«»]([^"“”„«»]+)(?:["“”„«»]|$)/g;

const isFrequent = ({ terms, isPhrase }: QueryUnit): boolean =>
  !isPhrase && (FREQUENT.has(terms[0] ?? '') || /^[a-z]$/.test(terms[0] ?? ''));

function* unitsOf(text: string): Generator<QueryUnit> {
  let from = 0;
  const words = function* (part: string): Generator<QueryUnit> {
    for (const { term, start, end } of searchTokens(part))
      yield { terms: [term.slice(0, MAX_TERM_LENGTH)], isPhrase: false, typed: part.slice(start, end) };
  };
  for (const match of text.matchAll(QUOTED)) {
    yield* words(text.slice(from, match.index));
    from = match.index + match[0].length;
    const terms = searchTokens(match[1] ?? '').map(({ term }) => term.slice(0, MAX_TERM_LENGTH));
    if (terms.length > 0) yield { terms, isPhrase: terms.length > 1, typed: `"${(match[1] ?? '').trim()}"` };
  }
  yield* words(text.slice(from));
}

/** Parses what a reader typed: words in any order, phrases in quotation marks. */
export function parseSearch(typed: string): SearchQuery {
  const text = typed.slice(0, MAX_LENGTH);
  const units: QueryUnit[] = [];
  for (const unit of unitsOf(text)) {
    if (units.length === MAX_UNITS) break;
    const isRepeated = units.some(({ terms }) => terms.join(' ') === unit.terms.join(' '));
    if (!isRepeated) units.push(unit);
  }
  const rare = units.filter((unit) => !isFrequent(unit));
  return { typed: text.trim(), units, required: rare.length === 0 ? units : rare };
}

/** Returns the query without one unit, or with another word in its place, as a reader would type it. */
export const retyped = ({ units }: SearchQuery, changed: QueryUnit, word?: string): string =>
  units.flatMap((unit) => (unit === changed ? (word ?? []) : unit.typed)).join(' ');

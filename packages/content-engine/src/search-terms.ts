/** A word of a text in the form in which the search compares words. */
export interface SearchToken {
  readonly term: string;
  /** Position in the text. */
  readonly start: number;
  readonly end: number;
}

/** Initials with dots, with or without the last one: `S.C.`, `a.i.r.`, `A. I. R.`; in lower case only without spaces. */
const INITIALS =
  /\p{Lu}\.(?:[ \u00a0]?\p{Lu}\.)+(?:\p{Lu}(?![\p{L}\p{M}\p{N}]))?|\p{Lu}\.\p{Lu}(?![\p{L}\p{M}\p{N}])|(?:\p{Ll}\.)+\p{Ll}(?:\.|(?![\p{L}\p{M}\p{N}]))/u;
/** Letters, marks and digits with apostrophes and joiners between them, or a sign that is a word. */
const LETTERS =
  /[\p{L}\p{M}\p{N}\p{Cf}]+(?:['’ʼ‘`´][\p{L}\p{M}\p{N}\p{Cf}]+|(?<=\p{Nd}),(?=\p{Nd})[\p{Nd}]+)*|§+|&/u;
const WORD = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${INITIALS.source})|${LETTERS.source}`, 'gu');
const ASCII_WORD = /^[\da-z]+$/i;
/** Parts that people leave out: spaces between initials, the nukta of each script, accents of Latin letters, joiners, selectors of emoji. */
const OMITTED = /[\s\u0300-\u036f\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc\p{Cf}\p{Variation_Selector}'’ʼ‘`´.,]/gu;
const CHANDRABINDU = /\u0901/g;
const OTHER_DIGIT = /[^\P{Nd}0-9]/gu;
const LAST_BMP = 0xffff;

/** The value of each digit of the basic plane: digits of a script follow one another from zero. */
const DIGIT_VALUES = new Map<string, string>();
for (let code = 0, run = 0; code <= LAST_BMP; code += 1) {
  const character = String.fromCharCode(code);
  if (!/\p{Nd}/u.test(character)) run = 0;
  else {
    DIGIT_VALUES.set(character, String(run % 10));
    run += 1;
  }
}

/** Spellings of one word. Those of a single letter count only before a number. */
const SYNONYMS: Readonly<Record<string, string>> = {
  vs: 'v',
  versus: 'v',
  बनाम: 'v',
  sec: 'section',
  secs: 'section',
  sections: 'section',
  '§': 'section',
  '§§': 'section',
  धारा: 'section',
  धाराओं: 'section',
  art: 'article',
  arts: 'article',
  articles: 'article',
  अनुच्छेद: 'article',
  '&': 'and',
  govt: 'government',
  pvt: 'private',
  ltd: 'limited',
  ors: 'others',
  anr: 'another',
};
const BEFORE_NUMBER: Readonly<Record<string, string>> = {
  s: 'section',
  ss: 'section',
  us: 'section',
  r: 'rule',
};
const NUMBER = /^\d/;

/**
 * Returns a word as the search compares it: compatible and canonical forms alike, without case, nukta, accents, joiners and
 * apostrophes, with digits 0 to 9.
 */
function foldWord(word: string): string {
  if (ASCII_WORD.test(word)) return word.toLowerCase();
  return word
    .toLowerCase()
    .normalize('NFKD')
    .replace(OMITTED, '')
    .replace(CHANDRABINDU, '\u0902')
    .replace(OTHER_DIGIT, (digit) => DIGIT_VALUES.get(digit) ?? digit)
    .toLowerCase();
}

const SYNONYMS_FOLDED = new Map(
  Object.entries(SYNONYMS).map(([word, canonical]) => [foldWord(word), canonical]),
);

/** Returns the words of a text, for the index and for the query alike. */
export function searchTokens(text: string): SearchToken[] {
  const tokens: { term: string; start: number; end: number }[] = [];
  for (const match of text.matchAll(WORD)) {
    const term = foldWord(match[0]);
    if (term === '') continue;
    const previous = tokens.at(-1);
    if (previous !== undefined && NUMBER.test(term))
      previous.term = BEFORE_NUMBER[previous.term] ?? previous.term;
    tokens.push({
      term: SYNONYMS_FOLDED.get(term) ?? term,
      start: match.index,
      end: match.index + match[0].length,
    });
  }
  return tokens;
}

/** Returns the words of a text in their compared form, joined by spaces. */
export const searchText = (text: string): string =>
  searchTokens(text)
    .map(({ term }) => term)
    .join(' ');

/** A word of this length is also found inside of words, as in those that German and Sanskrit join. */
const MIN_INSIDE = 4;

/** Returns a text as `$search` compares it: each of its words begins after a space. */
export const searchedText = (text: string): string => ` ${searchText(text)}`;

/** Returns what `searchedText` of a text contains if the text has the word or the phrase; empty where it has no letter or digit. */
export function searchNeedle(typed: string): string {
  const words = searchText(typed);
  return words === '' || words.length >= MIN_INSIDE ? words : ` ${words}`;
}

/** A language that the product tells from the site's own English, as a BCP 47 tag. */
export type TextLanguage =
  | 'hi'
  | 'mr'
  | 'ne'
  | 'bn'
  | 'as'
  | 'pa'
  | 'gu'
  | 'or'
  | 'ta'
  | 'te'
  | 'kn'
  | 'ml'
  | 'ur';

/** Languages of the scripts from U+0900 on, each of which has 128 characters. */
const OF_BLOCK: readonly TextLanguage[] = ['hi', 'bn', 'pa', 'gu', 'or', 'ta', 'te', 'kn', 'ml'];
const FIRST_BLOCK = 0x900;
const BLOCK_BITS = 7;
/** Written in most scripts of India. */
const DANDA = /[\u0964\u0965]/g;
const BEYOND_LATIN = /[\u0620-\u06ff\u0900-\u0d7f]/;
const LATIN = /[a-z\u00c0-\u024f]/i;
const URDU = /[\u0620-\u064a\u066e-\u06d3\u06fa-\u06ff]/;

/**
 * Returns the language of the script in which most letters of a text are written; null for the site's own English. Of languages that
 * share a script it is the one with most readers: Hindi, Bengali, Urdu.
 */
export function scriptLanguageOf(text: string): TextLanguage | null {
  if (!BEYOND_LATIN.test(text)) return null;
  const counts = new Map<TextLanguage | null, number>([[null, 0]]);
  for (const letter of text.replaceAll(DANDA, '')) {
    const block = OF_BLOCK[(letter.charCodeAt(0) - FIRST_BLOCK) >> BLOCK_BITS];
    const language = block ?? (URDU.test(letter) ? 'ur' : LATIN.test(letter) ? null : undefined);
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? null;
}

/** Returns the attributes of an element with a text in a language; `dir` only for right-to-left scripts. */
export const languageProps = (language: TextLanguage | null): { lang?: string; dir?: 'rtl' } =>
  language === null ? {} : language === 'ur' ? { lang: language, dir: 'rtl' } : { lang: language };

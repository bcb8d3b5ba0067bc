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

/** Languages, of two letters each, of the scripts from U+0900 on, each of which has 128 characters. */
const OF_BLOCKS = 'hibnpaguortateknml';
/** Letters that are not Latin, without the danda, which is written in most scripts of India. */
const LETTER = /[\u0620-\u06ff\u0900-\u0963\u0966-\u0d7f]/g;

/**
 * Returns the language of the script in which most letters of a text are written; null for the site's own English. Where a text has
 * several other scripts, that of its middle letter counts. Of languages that share a script it is the one with most readers: Hindi,
 * Bengali, Urdu.
 */
export function scriptLanguageOf(text: string): TextLanguage | null {
  const letters = text.match(LETTER) ?? [];
  const middle = letters[letters.length >> 1];
  if (middle === undefined || letters.length <= (text.match(/[a-z]/gi)?.length ?? 0)) return null;
  const at = ((middle.charCodeAt(0) - 0x900) >> 7) * 2;
  return at < 0 ? 'ur' : (OF_BLOCKS.slice(at, at + 2) as TextLanguage);
}

/** Returns the attributes of an element with a text in a language; `dir` only for right-to-left scripts. */
export const languageProps = (language: TextLanguage | null): { lang?: string; dir?: 'rtl' | undefined } =>
  language ? { lang: language, dir: language === 'ur' ? 'rtl' : undefined } : {};

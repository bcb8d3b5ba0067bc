import { scriptLanguageOf, type TextLanguage } from './script-language.ts';

const TEXT_LANGUAGES: readonly TextLanguage[] = [
  'hi',
  'mr',
  'ne',
  'bn',
  'as',
  'pa',
  'gu',
  'or',
  'ta',
  'te',
  'kn',
  'ml',
  'ur',
];

/** Letters of Assamese that Bengali does not have. */
const ASSAMESE = /[\u09f0\u09f1]/;

/** Frequent words, and endings that Hindi does not write together with a word. */
const HINDI = / (?:हैं?|था|थी|थे|का|की|के|में|से|ने|को|और|पर|यह|कि|नहीं|गया|लिए|हुआ|कहा)(?= )/g;
const MARATHI =
  / (?:आहेत?|आणि|नाहीत?|होते|झाल[ाीे]|केल[ाीे]|यांनी|यांच्या|म्हणून|असे|दिल[ाीे]|येथे|\S{2,}(?:च्या|ांनी|ाने|ाला|ाच[ाीे]|मध्ये|साठी)|\S*ळ\S*)(?= )/g;
const NEPALI = / (?:छ|छन्|छैन|हो|थियो|गर्ने|भयो|भने|पनि|र|यो|\S{2,}(?:लाई|बाट|हरू|हरु|को|एको|ले))(?= )/g;

/** Tells Hindi, Marathi and Nepali apart, which share their script; Hindi by default. */
function devanagariLanguage(text: string): 'hi' | 'mr' | 'ne' {
  const words = ` ${text.normalize('NFC').replaceAll(/[^\u0900-\u0963\u0966-\u097f]+/g, ' ')} `;
  const count = (pattern: RegExp): number => words.match(pattern)?.length ?? 0;
  const [hindi, marathi, nepali] = [count(HINDI), count(MARATHI), count(NEPALI)];
  if (marathi > hindi && marathi >= nepali) return 'mr';
  return nepali > hindi && nepali > marathi ? 'ne' : 'hi';
}

/** Returns the language in which most letters of a text are written; null for the site's own English. */
export function languageOf(text: string): TextLanguage | null {
  const found = scriptLanguageOf(text);
  if (found === 'hi') return devanagariLanguage(text);
  return found === 'bn' && ASSAMESE.test(text) ? 'as' : found;
}

/** Names that differ from those of Unicode's data. */
const OTHER_NAMES: Readonly<Record<string, TextLanguage>> = { bengali: 'bn', oriya: 'or', हिंदी: 'hi' };

/** Returns the two-letter code of a tag or of a three-letter code; the text itself where it is neither. */
function canonicalCode(text: string): string {
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0]?.split('-')[0] ?? text;
  } catch {
    return text;
  }
}

const hasName = (language: string, name: string): boolean =>
  ['en', language].some(
    (display) => new Intl.DisplayNames(display, { type: 'language' }).of(language)?.toLowerCase() === name,
  );

/** Returns the language that a field names, by tag or by name; null for English, undefined for anything else. */
function namedLanguage(field: unknown): TextLanguage | null | undefined {
  if (typeof field !== 'string' || field.trim() === '') return undefined;
  const name = field.trim().toLowerCase().normalize('NFC');
  const code = canonicalCode(name);
  if (code === 'en' || name === 'english') return null;
  return (
    TEXT_LANGUAGES.find((language) => language === code) ??
    OTHER_NAMES[name] ??
    TEXT_LANGUAGES.find((language) => hasName(language, name))
  );
}

/** Enough of a text to tell its language. */
const SAMPLE_LENGTH = 4_000;

export interface TextOfPost {
  language?: unknown;
  title: string;
  /** HTML; absent in lists. */
  content?: string;
}

/**
 * Returns the language of a post: that of its field, else that of its letters; null for English. Every place that states a
 * language (page, structured data, feeds, sitemap) must state this one.
 */
export function languageOfPost({ language, title, content = '' }: TextOfPost): TextLanguage | null {
  const named = namedLanguage(language);
  if (named !== undefined) return named;
  const text = content.slice(0, SAMPLE_LENGTH).replaceAll(/<[^>]*>?|&#?\w+;/g, ' ');
  return languageOf(`${title} ${text}`);
}

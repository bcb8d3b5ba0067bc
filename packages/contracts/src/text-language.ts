/** Languages of texts that the product tells apart, as BCP 47 tags; null stands for the site's own English. */
export const TEXT_LANGUAGES = [
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
] as const;
export type TextLanguage = (typeof TEXT_LANGUAGES)[number];

/** Letters of each script, without its punctuation: the danda of Devanagari is written in most scripts of India. */
const SCRIPTS: readonly (readonly [pattern: RegExp, language: TextLanguage])[] = [
  [/[\u0900-\u0963\u0966-\u097f\ua8e0-\ua8ff]/g, 'hi'],
  [/[\u0980-\u09ff]/g, 'bn'],
  [/[\u0a00-\u0a7f]/g, 'pa'],
  [/[\u0a80-\u0aff]/g, 'gu'],
  [/[\u0b00-\u0b7f]/g, 'or'],
  [/[\u0b80-\u0bff]/g, 'ta'],
  [/[\u0c00-\u0c7f]/g, 'te'],
  [/[\u0c80-\u0cff]/g, 'kn'],
  [/[\u0d00-\u0d7f]/g, 'ml'],
  [/[\u0620-\u064a\u066e-\u06d3\u06fa-\u06ff]/g, 'ur'],
];
const LATIN = /[a-z\u00c0-\u024f]/gi;
const BEYOND_LATIN = /[\u0600-\u0dff\ua8e0-\ua8ff]/;
/** Letters of Assamese that Bengali does not have. */
const ASSAMESE = /[\u09f0\u09f1]/;

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const HINDI = words(
  'है हैं था थी थे का की के में से ने को और पर यह वह कि नहीं गया गई गए लिए हुआ हुई अपने एक ही भी जा रहा रही रहे किया करने कहा साथ तक या क्या कैसे सकता सकती सकते',
);
const MARATHI = words(
  'आहे आहेत आणि नाही नाहीत होते होता होती झाला झाली झाले केला केली केले यांनी यांच्या त्यांनी मध्ये म्हणून म्हणाले असे असून असलेल्या हे ही हा तर पण काय कसे कशी येथे साठी वर करून करण्यात दिला दिली दिले येणार अखेर',
);
const NEPALI = words(
  'छ छन् छैन हो होइन थियो थिए गरेको गरेका गरे गर्ने गर्न भएको भएका भयो भने भनेर पनि र तथा मा लाई बाट का गरिएको हुने हुन् हुन यो त्यो यस उनले अदालतले',
);
const WORD = /[\u0900-\u0963\u0966-\u097f]+/g;
/** Endings that Hindi words do not have: case suffixes that are written together with the noun. */
const MARATHI_ENDING = /.{2}(?:च्या|ांच्या|ाच्या|ांनी|ाने|ांना|ाला|ाची|ाचा|ाचे|मध्ये|साठी|वरील)$/;
const NEPALI_ENDING = /.{2}(?:लाई|बाट|हरू|हरु|हरूको|हरुको|एको|इएको|सँग)$/;

/** Tells Hindi, Marathi and Nepali apart, which share their script, by frequent words and endings; Hindi by default. */
function devanagariLanguage(text: string): 'hi' | 'mr' | 'ne' {
  let [hindi, marathi, nepali] = [0, 0, 0];
  for (const [word] of text.normalize('NFC').matchAll(WORD)) {
    if (HINDI.has(word)) hindi += 1;
    if (MARATHI.has(word)) marathi += 1;
    else if (MARATHI_ENDING.test(word) || word.includes('ळ')) marathi += 1;
    if (NEPALI.has(word)) nepali += 1;
    else if (NEPALI_ENDING.test(word)) nepali += 1;
  }
  if (marathi > hindi && marathi >= nepali) return 'mr';
  return nepali > hindi && nepali > marathi ? 'ne' : 'hi';
}

/** Returns the language in which most letters of a text are written; null for the site's own English. */
export function languageOf(text: string): TextLanguage | null {
  if (!BEYOND_LATIN.test(text)) return null;
  let most = text.match(LATIN)?.length ?? 0;
  let found: TextLanguage | null = null;
  for (const [pattern, language] of SCRIPTS) {
    const letters = text.match(pattern)?.length ?? 0;
    if (letters > most) [most, found] = [letters, language];
  }
  if (found === 'hi') return devanagariLanguage(text);
  return found === 'bn' && ASSAMESE.test(text) ? 'as' : found;
}

/** Names and ISO 639-2 codes under which archives store a language. */
const NAMES: Readonly<Record<string, TextLanguage>> = {
  hindi: 'hi',
  hin: 'hi',
  हिंदी: 'hi',
  हिन्दी: 'hi',
  marathi: 'mr',
  mar: 'mr',
  मराठी: 'mr',
  nepali: 'ne',
  nep: 'ne',
  bengali: 'bn',
  bangla: 'bn',
  ben: 'bn',
  assamese: 'as',
  asm: 'as',
  punjabi: 'pa',
  pan: 'pa',
  gujarati: 'gu',
  guj: 'gu',
  odia: 'or',
  oriya: 'or',
  ori: 'or',
  tamil: 'ta',
  tam: 'ta',
  telugu: 'te',
  tel: 'te',
  kannada: 'kn',
  kan: 'kn',
  malayalam: 'ml',
  mal: 'ml',
  urdu: 'ur',
  urd: 'ur',
};
const ENGLISH = new Set(['en', 'eng', 'english']);

/** Returns the language that a field names, by tag or by name; null for English, undefined for anything else. */
function namedLanguage(field: unknown): TextLanguage | null | undefined {
  if (typeof field !== 'string') return undefined;
  const name = field.trim().toLowerCase().normalize('NFC');
  const [tag = ''] = name.split(/[-_]/);
  if (ENGLISH.has(tag)) return null;
  return TEXT_LANGUAGES.find((language) => language === tag) ?? NAMES[name] ?? NAMES[tag];
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

/** Returns the attributes of an element with a text in a language; `dir` only for right-to-left scripts. */
export const languageProps = (language: TextLanguage | null): { lang?: string; dir?: 'rtl' } =>
  language === null ? {} : language === 'ur' ? { lang: language, dir: 'rtl' } : { lang: language };

import { formatDay, inIndia } from '#shared/text/dates.ts';
import { plainText, type Article } from './article.ts';
import type { TextLanguage } from '@vidhi/contracts/script-language.ts';

/** Texts around an article, in its own language. */
export interface FrameTexts {
  /** The language of these texts. */
  language: 'en' | 'hi';
  by: string;
  publishedOn: string;
  updatedOn: string;
  readTime: (minutes: number) => string;
  /** The day in India; empty for an invalid time. */
  day: (iso: string) => string;
  filedUnder: string;
  tags: string;
  contents: string;
  related: string;
}

/** The texts of the specification. */
const ENGLISH: FrameTexts = {
  language: 'en',
  by: 'By',
  publishedOn: 'Published on',
  updatedOn: 'Updated on',
  readTime: (minutes) => `${minutes} min read`,
  day: formatDay,
  filedUnder: 'Filed under',
  tags: 'Tags',
  contents: 'Contents',
  related: 'Related news',
};

const HINDI_MONTHS = 'जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर'.split(' ');

/** `20 नवंबर 2026`. */
function hindiDay(iso: string): string {
  const india = inIndia(new Date(iso));
  if (Number.isNaN(india.getTime())) return '';
  return `${india.getUTCDate()} ${HINDI_MONTHS[india.getUTCMonth()] ?? ''} ${india.getUTCFullYear()}`;
}

const HINDI: FrameTexts = {
  language: 'hi',
  by: 'लेखक:',
  publishedOn: 'प्रकाशित:',
  updatedOn: 'अपडेट:',
  readTime: (minutes) => `${minutes} मिनट में पढ़ें`,
  day: hindiDay,
  filedUnder: 'विषय',
  tags: 'टैग',
  contents: 'इस लेख में',
  related: 'संबंधित ख़बरें',
};

/** Returns the texts in a language, or in English where the product does not have them in it. */
export const frameTexts = (language: TextLanguage | null): FrameTexts =>
  language === 'hi' ? HINDI : ENGLISH;

const FIXED_MINUTES = 2;
const WORDS_PER_MINUTE = 200;

/**
 * Returns the constant label of the specification, or the minutes computed from the words where the editors have enabled
 * it, in the language of the article.
 */
export function readTime(article: Article, isComputed: boolean): string {
  const texts = frameTexts(article.language);
  if (!isComputed) return texts.readTime(FIXED_MINUTES);
  const words = plainText(article.content).split(' ').length;
  return texts.readTime(Math.max(1, Math.ceil(words / WORDS_PER_MINUTE)));
}

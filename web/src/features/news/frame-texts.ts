import type { TextLanguage } from '@vidhi/contracts/text-language.ts';

/** Texts around an article, in its own language. */
export interface FrameTexts {
  /** The language of these texts. */
  language: 'en' | 'hi';
  by: string;
  publishedOn: string;
  updatedOn: string;
  readTime: (minutes: number) => string;
  filedUnder: string;
  tags: string;
  contents: string;
  related: string;
  share: string;
  shareThis: string;
  copyLink: string;
  copied: string;
  notCopied: string;
  save: string;
  savedHere: string;
  savedInAccount: string;
  notSaved: string;
  saveFailed: string;
  print: string;
}

/** The texts of the specification. */
const ENGLISH: FrameTexts = {
  language: 'en',
  by: 'By',
  publishedOn: 'Published on',
  updatedOn: 'Updated on',
  readTime: (minutes) => `${minutes} min read`,
  filedUnder: 'Filed under',
  tags: 'Tags',
  contents: 'Contents',
  related: 'Related news',
  share: 'Share',
  shareThis: 'Share this report',
  copyLink: 'Copy link',
  copied: 'Link copied',
  notCopied: 'The link could not be copied',
  save: 'Save for later',
  savedHere: 'Saved on this device',
  savedInAccount: 'Saved in your account',
  notSaved: 'No longer saved',
  saveFailed: 'This could not be saved. Please try again.',
  print: 'Print',
};

const HINDI: FrameTexts = {
  language: 'hi',
  by: 'लेखक:',
  publishedOn: 'प्रकाशित:',
  updatedOn: 'अपडेट:',
  readTime: (minutes) => `${minutes} मिनट में पढ़ें`,
  filedUnder: 'विषय',
  tags: 'टैग',
  contents: 'इस लेख में',
  related: 'संबंधित ख़बरें',
  share: 'शेयर करें',
  shareThis: 'यह ख़बर शेयर करें',
  copyLink: 'लिंक कॉपी करें',
  copied: 'लिंक कॉपी हो गया',
  notCopied: 'लिंक कॉपी नहीं हो सका',
  save: 'बाद में पढ़ने के लिए सहेजें',
  savedHere: 'इस डिवाइस पर सहेजा गया',
  savedInAccount: 'आपके खाते में सहेजा गया',
  notSaved: 'अब सहेजा हुआ नहीं है',
  saveFailed: 'सहेजा नहीं जा सका। कृपया फिर कोशिश करें।',
  print: 'प्रिंट करें',
};

/** Returns the texts in a language, or in English where the product does not have them in it. */
export const frameTexts = (language: TextLanguage | null): FrameTexts =>
  language === 'hi' ? HINDI : ENGLISH;

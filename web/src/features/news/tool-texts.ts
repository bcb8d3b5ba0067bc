import type { TextLanguage } from '@vidhi/contracts/script-language.ts';

/** Texts of the tools of an article, in its own language. Loaded with the tools. */
export interface ToolTexts {
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

const ENGLISH: ToolTexts = {
  share: 'Share',
  shareThis: 'Share this article',
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

const HINDI: ToolTexts = {
  share: 'शेयर करें',
  shareThis: 'यह लेख शेयर करें',
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
export const toolTexts = (language: TextLanguage | null): ToolTexts => (language === 'hi' ? HINDI : ENGLISH);

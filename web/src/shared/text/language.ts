import { languageOf, languageProps } from '@vidhi/contracts/text-language.ts';

/** Returns `lang` and `dir` of an element with this text; none for the site's own English. */
export const textLanguageProps = (text: string): { lang?: string; dir?: 'rtl' } =>
  languageProps(languageOf(text));

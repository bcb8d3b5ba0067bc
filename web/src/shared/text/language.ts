import { languageProps, scriptLanguageOf, type TextLanguage } from '@vidhi/contracts/script-language.ts';

/** Returns `lang` and `dir` of an element with this text; none for the site's own English. */
export const textLanguageProps = (text: string): ReturnType<typeof languageProps> =>
  languageProps(scriptLanguageOf(text));

/**
 * Returns the language that was set for a post when it was loaded (`shared/api/complete-posts.ts`); without one, that of its script.
 * Null for the site's own English.
 */
export const languageOfLoaded = (language: string | null | undefined, text: string): TextLanguage | null =>
  language === 'en' ? null : ((language as TextLanguage | null | undefined) ?? scriptLanguageOf(text));

const DEVANAGARI = /[\u0900-\u097f]/g;
const LATIN = /[a-z]/gi;

/** Returns the language a text is mostly written in, for the `lang` attribute; null for the site's own English. */
export function languageOf(text: string): 'hi' | null {
  const devanagari = text.match(DEVANAGARI)?.length ?? 0;
  const latin = text.match(LATIN)?.length ?? 0;
  return devanagari > latin ? 'hi' : null;
}

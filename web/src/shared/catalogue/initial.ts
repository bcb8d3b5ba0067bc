import type { ItemCard } from './item-card.ts';

/** Professional titles before names. "C.S." is not included, because it can be a person's initials. */
const LAWYER_TITLES =
  'adv advocate sr senior mr mrs ms miss shri sri smt dr prof justice ca cs cma श्री श्रीमती डॉ अधिवक्ता';
const TITLES_OF = {
  lawyers: new Set(LAWYER_TITLES.split(' ')),
  firms: new Set(['m/s', 'messrs']),
  books: new Set<string>(),
} as const;

/** Returns the initial that replaces a missing picture, without professional titles. */
export function initialOf({ kind, title }: Pick<ItemCard, 'kind' | 'title'>): string {
  const words = title.split(/[\s.,()]+/);
  const letters = words.flatMap((word) => {
    const letter = /[\p{L}\p{N}]/u.exec(word)?.[0];
    return letter === undefined ? [] : [{ letter, isTitle: TITLES_OF[kind].has(word.toLowerCase()) }];
  });
  const own = letters.find(({ isTitle }) => !isTitle) ?? letters[0];
  return own?.letter.toUpperCase() ?? '';
}

import type { ItemCard } from './item-card.ts';

/** What lawyers put before their names. "C.S." is none: people have such initials. */
const LAWYER_TITLES =
  'adv advocate sr senior mr mrs ms miss shri sri smt dr prof justice ca cs cma श्री श्रीमती डॉ अधिवक्ता';
const TITLES_OF = {
  lawyers: new Set(LAWYER_TITLES.split(' ')),
  firms: new Set(['m/s', 'messrs']),
  books: new Set<string>(),
} as const;

/** The letter that stands where a picture is missing: of the name, not of what is put before it. */
export function initialOf({ store, title }: Pick<ItemCard, 'store' | 'title'>): string {
  const words = title.split(/[\s.,()]+/);
  const letters = words.flatMap((word) => {
    const letter = /[\p{L}\p{N}]/u.exec(word)?.[0];
    return letter === undefined ? [] : [{ letter, isTitle: TITLES_OF[store].has(word.toLowerCase()) }];
  });
  const own = letters.find(({ isTitle }) => !isTitle) ?? letters[0];
  return own?.letter.toUpperCase() ?? '';
}

import { createTextColumn } from './text-column.ts';

/**
 * Finds the texts of one column that contain a needle, by the words in them: a needle without a gap
 * lies within one word, so the words that contain it are looked up in the vocabulary, and they know
 * their texts. One with gaps is compared with the texts that have all of its pieces.
 */
export interface WordIndex {
  /** Replaces what a slot holds; both texts lower-cased. */
  set(slot: number, before: string | null, after: string | null): void;
  /** Marks every slot whose text contains the needle; answers how many were newly marked. */
  mark(needle: string, marks: Uint8Array, textOf: (slot: number) => string | null): number;
}

/** Everything but letters and digits of ASCII parts words; what lies beyond ASCII belongs to them. */
const GAP = /[\0-/:-@[-`{-\x7f]+/;

/** Pieces beyond these are left to the comparison of the whole needle. */
const MAX_PIECES = 200;

const wordsOf = (text: string): Set<string> => new Set(text.split(GAP).filter((word) => word !== ''));

export function createWordIndex(): WordIndex {
  const vocabulary = createTextColumn();
  const numbers = new Map<string, number>();
  const slotsOf: number[][] = [];
  const filled = new Set<number>();

  const add = (word: string, slot: number): void => {
    const known = numbers.get(word);
    if (known !== undefined) {
      slotsOf[known]?.push(slot);
      return;
    }
    const number = slotsOf.length;
    numbers.set(word, number);
    slotsOf.push([slot]);
    vocabulary.set(number, word);
  };
  const remove = (word: string, slot: number): void => {
    const slots = slotsOf[numbers.get(word) ?? -1];
    const at = slots?.indexOf(slot) ?? -1;
    if (at !== -1) slots?.splice(at, 1);
  };
  const matching = (piece: string): number[] => {
    const hits = new Uint8Array(slotsOf.length);
    vocabulary.mark(piece, hits);
    const found: number[] = [];
    for (let at = hits.indexOf(1); at !== -1; at = hits.indexOf(1, at + 1)) found.push(at);
    return found;
  };
  /** The texts that have every piece of a needle with gaps in some word. */
  const candidates = (needle: string, slots: number): Iterable<number> => {
    const pieces = needle.split(GAP).filter((piece) => piece !== '');
    if (pieces.length === 0) return filled;
    const seen = new Uint8Array(slots);
    let last: number[] = [];
    for (const [index, piece] of pieces.slice(0, MAX_PIECES).entries()) {
      last = [];
      for (const word of matching(piece)) {
        for (const slot of slotsOf[word] ?? []) {
          if (seen[slot] !== index) continue;
          seen[slot] = index + 1;
          last.push(slot);
        }
      }
    }
    return last;
  };

  return {
    set(slot, before, after) {
      if (before !== null) for (const word of wordsOf(before)) remove(word, slot);
      if (after === null) {
        filled.delete(slot);
        return;
      }
      filled.add(slot);
      for (const word of wordsOf(after)) add(word, slot);
    },
    mark(needle, marks, textOf) {
      let found = 0;
      const put = (slot: number): void => {
        if (marks[slot] === 1) return;
        marks[slot] = 1;
        found += 1;
      };
      if (needle === '') for (const slot of filled) put(slot);
      else if (GAP.test(needle)) {
        for (const slot of candidates(needle, marks.length))
          if (textOf(slot)?.includes(needle) === true) put(slot);
      } else for (const word of matching(needle)) for (const slot of slotsOf[word] ?? []) put(slot);
      return found;
    },
  };
}

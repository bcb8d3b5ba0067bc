import { createTextColumn } from './text-column.ts';
import { createWordOrder } from './word-order.ts';

/**
 * Finds the texts of one column that contain a needle, by the words in them: a needle without a gap
 * lies within one word, so the words that contain it are looked up in the vocabulary, and they know
 * their texts. One with gaps is compared with the texts that have its pieces: those between gaps as
 * whole words, the first at the end of a word and the last at the beginning of one. Where many texts have
 * all its pieces, one run through all texts in one stretch of memory is quicker.
 */
export interface WordIndex {
  /** Replaces what a slot holds; both texts lower-cased. */
  set(slot: number, before: string | null, after: string | null): void;
  /** Marks every slot whose text contains the needle; answers how many were newly marked. */
  mark(needle: string, marks: Uint8Array): number;
}

/** Everything but letters and digits of ASCII parts words; what lies beyond ASCII belongs to them. */
const GAP = /[\0-/:-@[-`{-\x7f]+/;

/** What comparing one text costs, in looks at a slot of a word's list. */
const COMPARISON = 50;
/** What it costs to begin with the list of another word. */
const NEXT_WORD = 5;
/** Up to this share of all texts they are compared one by one; when there may be more, all are run through. */
const COMPARED_SHARE = 1 / 4;

const wordsOf = (text: string): Set<string> => new Set(text.split(GAP).filter((word) => word !== ''));

/** Among fewer than one in so many, each is looked for by itself. */
const MANY = 16;

/** Rounds are counted in a byte for each slot. */
const MAX_ROUNDS = 200;

/** Marks slots; answers how many were not marked before. */
function markSlots(slots: number | readonly number[] | undefined, marks: Uint8Array): number {
  if (slots === undefined) return 0;
  if (typeof slots === 'number') {
    const isNew = marks[slots] === 0;
    marks[slots] = 1;
    return isNew ? 1 : 0;
  }
  let found = 0;
  for (const slot of slots) {
    if (marks[slot] !== 0) continue;
    marks[slot] = 1;
    found += 1;
  }
  return found;
}

/** Moves slots from one round to the next and gathers them; those that were not in the one before are left. */
function takeOn(
  slots: number | readonly number[] | undefined,
  round: number,
  rounds: Uint8Array,
  taken: number[],
): void {
  if (slots === undefined) return;
  if (typeof slots === 'number') {
    if (rounds[slots] !== round) return;
    rounds[slots] = round + 1;
    taken.push(slots);
    return;
  }
  for (const slot of slots) {
    if (rounds[slot] !== round) continue;
    rounds[slot] = round + 1;
    taken.push(slot);
  }
}

interface Piece {
  readonly words: readonly number[];
  readonly slots: number;
}

export function createWordIndex(): WordIndex {
  const vocabulary = createTextColumn();
  const texts = createTextColumn();
  const numbers = new Map<string, number>();
  /** By word: the slots of the texts that it is in. Many words are in one text only. */
  const slotsOf: (number | number[])[] = [];
  const words: string[] = [];
  const beginnings = createWordOrder(words, 'start');
  const ends = createWordOrder(words, 'end');
  const filled = new Set<number>();
  /** Which of the characters that part words have ever been in a text. */
  const gapsSeen = new Uint8Array(128);

  const add = (word: string, slot: number): void => {
    const known = numbers.get(word);
    if (known !== undefined) {
      const slots = slotsOf[known];
      if (typeof slots === 'number') slotsOf[known] = [slots, slot];
      else slots?.push(slot);
      return;
    }
    const number = slotsOf.length;
    numbers.set(word, number);
    slotsOf.push(slot);
    words.push(word);
    vocabulary.set(number, word);
  };
  const remove = (word: string, slot: number): void => {
    const number = numbers.get(word) ?? -1;
    const slots = slotsOf[number];
    if (slots === slot) slotsOf[number] = [];
    if (typeof slots !== 'object') return;
    const at = slots.indexOf(slot);
    if (at !== -1) slots.splice(at, 1);
  };
  const countOf = (word: number): number => {
    const slots = slotsOf[word];
    return typeof slots === 'object' ? slots.length : 1;
  };
  const matching = (piece: string): number[] => {
    const hits = new Uint8Array(slotsOf.length);
    const count = vocabulary.mark(piece, hits);
    const found: number[] = [];
    if (count * MANY > hits.length) {
      for (const [word, hit] of hits.entries()) if (hit === 1) found.push(word);
      return found;
    }
    for (let at = hits.indexOf(1); at !== -1; at = hits.indexOf(1, at + 1)) found.push(at);
    return found;
  };
  const isGap = (needle: string, at: number): boolean => GAP.test(needle.charAt(at));
  const hasUnseenGap = (needle: string): boolean => {
    for (let at = 0; at < needle.length; at += 1)
      if (isGap(needle, at) && gapsSeen[needle.charCodeAt(at)] !== 1) return true;
    return false;
  };
  /** For each piece of a needle with gaps, the words that it may be in; null when there are none for one. */
  const wordsByPiece = (needle: string): Piece[] | null => {
    const texts = needle.split(GAP).filter((piece) => piece !== '');
    const found: Piece[] = [];
    for (const [index, text] of texts.entries()) {
      const isBegun = index > 0 || isGap(needle, 0);
      const isEnded = index < texts.length - 1 || isGap(needle, needle.length - 1);
      const whole = numbers.get(text);
      const fitting =
        isBegun && isEnded
          ? whole === undefined
            ? []
            : [whole]
          : isBegun
            ? beginnings.find(text)
            : ends.find(text);
      const slots = fitting.reduce((sum, word) => sum + countOf(word), 0);
      if (slots === 0) return null;
      found.push({ words: fitting, slots });
    }
    return found.sort((one, other) => one.slots - other.slots);
  };
  /**
   * Slots whose texts may contain a needle with gaps: from the rarest piece on, while that saves comparisons.
   * Null when they would be many.
   */
  const candidates = (needle: string, slots: number): Iterable<number> | null => {
    if (hasUnseenGap(needle)) return [];
    const pieces = wordsByPiece(needle);
    if (pieces === null) return [];
    const shareOf = (piece: Piece): number => Math.min(1, piece.slots / filled.size);
    // As many as there would be if pieces met by chance.
    const expectedShare = pieces.reduce((share, piece) => share * shareOf(piece), 1);
    if (pieces.length === 0 || expectedShare > COMPARED_SHARE) return null;
    const seen = new Uint8Array(slots);
    let last: number[] = [];
    for (const [index, piece] of pieces.slice(0, MAX_ROUNDS).entries()) {
      const saved = last.length * COMPARISON * (1 - shareOf(piece));
      if (index > 0 && piece.slots + piece.words.length * NEXT_WORD > saved) break;
      last = [];
      for (const word of piece.words) takeOn(slotsOf[word], index, seen, last);
    }
    return last.length > filled.size * COMPARED_SHARE ? null : last;
  };

  return {
    set(slot, before, after) {
      if (before !== null) for (const word of wordsOf(before)) remove(word, slot);
      texts.set(slot, after);
      if (after === null) {
        filled.delete(slot);
        return;
      }
      filled.add(slot);
      for (let at = 0; at < after.length; at += 1) {
        const code = after.charCodeAt(at);
        if (code < gapsSeen.length) gapsSeen[code] = 1;
      }
      for (const word of wordsOf(after)) add(word, slot);
    },
    mark(needle, marks) {
      if (needle === '') return markSlots([...filled], marks);
      let found = 0;
      if (!GAP.test(needle)) {
        for (const word of matching(needle)) found += markSlots(slotsOf[word], marks);
        return found;
      }
      const few = candidates(needle, marks.length);
      if (few === null) return texts.mark(needle, marks);
      const wanted = Buffer.from(needle, 'utf8');
      for (const slot of few) if (texts.contains(slot, wanted)) found += markSlots(slot, marks);
      return found;
    },
  };
}

import { addMatch, addMatches, createMatchSet, dropMatch, keepMatches, matchedSlots } from './row-bitmap.ts';
import type { MatchSet } from './row-bitmap.ts';
import { FITS_FIRST, FITS_LAST, createNumberTexts } from './token-sequences.ts';
import { createSlotLists } from './posting-lists.ts';
import { beginsWithWord, runsOf } from './token-dictionary.ts';
import type { Vocabulary } from './token-dictionary.ts';

/**
 * Finds the texts of one column that contain a needle, by the runs that they are made of (`vocabulary.ts`). A needle of
 * one run lies within one run of a text: the runs that contain it are looked up, and they know their texts. Of a longer
 * one the first run ends a run of the text, the last begins one, and those between are whole; the texts that have runs
 * for all of them are looked through for the runs side by side.
 */
export interface WordIndex {
  /** Replaces what a slot holds, in lower case. */
  set(slot: number, text: string | null): void;
  /** Adds every slot whose text contains the needle. */
  mark(needle: string, set: MatchSet): void;
}

/** What looking one text through costs, in slots of a list. */
const LOOK_THROUGH = 20;
/** What it costs to begin with the list of another run. */
const NEXT_LIST = 5;

interface Piece {
  readonly runs: readonly number[];
  readonly slots: number;
}

export function createWordIndex(vocabulary: Vocabulary): WordIndex {
  const texts = createNumberTexts();
  const lists = createSlotLists();
  /** Every slot that holds a text, an empty one too. */
  let filled = createMatchSet(0);
  let fits = new Uint8Array(0);

  const pieceOf = (runs: readonly number[]): Piece => {
    let slots = 0;
    for (const run of runs) slots += lists.size(run);
    return { runs, slots };
  };
  const markAll = (runs: readonly number[], set: MatchSet): void => {
    for (const run of runs) lists.mark(run, set);
  };
  /** Slots whose texts have a run for each piece, as far as asking for one more is cheaper than looking through. */
  const candidates = (pieces: readonly Piece[], slots: number): Uint32Array => {
    const [rarest, ...others] = pieces.toSorted((one, other) => one.slots - other.slots);
    const set = createMatchSet(slots);
    if (rarest !== undefined) markAll(rarest.runs, set);
    for (const { runs, slots: listed } of others) {
      if (listed + runs.length * NEXT_LIST > set.count * LOOK_THROUGH) break;
      const more = createMatchSet(slots);
      markAll(runs, more);
      keepMatches(set, more.bits);
    }
    return matchedSlots(set);
  };
  const markSequence = (needle: string, runs: readonly string[], set: MatchSet): void => {
    const between: number[] = [];
    for (const run of runs.slice(1, -1)) {
      const number = vocabulary.find(run);
      if (number === undefined) return;
      between.push(number);
    }
    const first = pieceOf(vocabulary.ending(runs[0] ?? ''));
    const last = pieceOf(vocabulary.beginning(runs.at(-1) ?? ''));
    const pieces = [first, last, ...Array.from(new Set(between), (run) => pieceOf([run]))];
    if (pieces.some(({ slots }) => slots === 0)) return;
    const few = candidates(pieces, set.bits.length * 32);
    if (fits.length < vocabulary.size) fits = new Uint8Array(Math.ceil(vocabulary.size * 1.25));
    for (const run of first.runs) fits[run] = FITS_FIRST;
    for (const run of last.runs) fits[run] = (fits[run] ?? 0) | FITS_LAST;
    const sequence = { fits, between, beginsWithWord: beginsWithWord(needle) };
    for (const slot of texts.with(few, sequence)) addMatch(set, slot);
    for (const { runs: used } of [first, last]) for (const run of used) fits[run] = 0;
  };

  return {
    set(slot, text) {
      for (const run of texts.get(slot)) lists.remove(run, slot);
      if (text === null) {
        texts.set(slot, null, false);
        dropMatch(filled, slot);
        return;
      }
      const numbers = vocabulary.numbersOf(text);
      texts.set(slot, numbers, beginsWithWord(text));
      for (const run of numbers) lists.add(run, slot);
      if (slot >= filled.bits.length * 32) {
        const larger = createMatchSet(Math.ceil((slot + 1) * 1.25));
        addMatches(larger, filled.bits);
        filled = larger;
      }
      addMatch(filled, slot);
    },
    mark(needle, set) {
      const runs = runsOf(needle);
      const [only] = runs;
      if (only === undefined) addMatches(set, filled.bits);
      else if (runs.length === 1) markAll(vocabulary.containing(only), set);
      else markSequence(needle, runs, set);
    },
  };
}

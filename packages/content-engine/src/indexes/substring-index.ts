import { setBit, orBits, createRowBitmap, clearBit, andBits, rowsOf } from './row-bitmap.ts';
import type { RowBitmap } from './row-bitmap.ts';
import { FITS_FIRST, FITS_LAST, createNumberTexts } from './token-sequences.ts';
import { createPostingLists } from './posting-lists.ts';
import { beginsWithWord, runsOf } from './token-dictionary.ts';
import type { Vocabulary } from './token-dictionary.ts';

/**
 * Finds the texts of one column that contain a needle, by the runs that they are made of (`vocabulary.ts`). A needle of
 * one run lies within one run of a text: the runs that contain it are looked up, and they know their texts. Of a longer
 * one the first run ends a run of the text, the last begins one, and those between are whole; the texts that have runs
 * for all of them are looked through for the runs side by side.
 */
export interface WordIndex {
  /** Replaces what a row holds, in lower case. */
  set(row: number, text: string | null): void;
  /** Adds every row whose text contains the needle. */
  addRowsTo(needle: string, set: RowBitmap): void;
}

/** What looking one text through costs, in rows of a list. */
const LOOK_THROUGH = 20;
/** What it costs to begin with the list of another run. */
const NEXT_LIST = 5;

interface Piece {
  readonly runs: readonly number[];
  readonly rows: number;
}

export function createWordIndex(vocabulary: Vocabulary): WordIndex {
  const texts = createNumberTexts();
  const lists = createPostingLists();
  /** Every row that holds a text, an empty one too. */
  let filled = createRowBitmap(0);
  let fits = new Uint8Array(0);

  const pieceOf = (runs: readonly number[]): Piece => {
    let rows = 0;
    for (const run of runs) rows += lists.size(run);
    return { runs, rows };
  };
  const markAll = (runs: readonly number[], set: RowBitmap): void => {
    for (const run of runs) lists.addRowsTo(run, set);
  };
  /** Rows whose texts have a run for each piece, as far as asking for one more is cheaper than looking through. */
  const candidates = (pieces: readonly Piece[], rows: number): Uint32Array => {
    const [rarest, ...others] = pieces.toSorted((one, other) => one.rows - other.rows);
    const set = createRowBitmap(rows);
    if (rarest !== undefined) markAll(rarest.runs, set);
    for (const { runs, rows: listed } of others) {
      if (listed + runs.length * NEXT_LIST > set.count * LOOK_THROUGH) break;
      const more = createRowBitmap(rows);
      markAll(runs, more);
      andBits(set, more.bits);
    }
    return rowsOf(set);
  };
  const markSequence = (needle: string, runs: readonly string[], set: RowBitmap): void => {
    const between: number[] = [];
    for (const run of runs.slice(1, -1)) {
      const number = vocabulary.find(run);
      if (number === undefined) return;
      between.push(number);
    }
    const first = pieceOf(vocabulary.ending(runs[0] ?? ''));
    const last = pieceOf(vocabulary.beginning(runs.at(-1) ?? ''));
    const pieces = [first, last, ...Array.from(new Set(between), (run) => pieceOf([run]))];
    if (pieces.some(({ rows }) => rows === 0)) return;
    const few = candidates(pieces, set.bits.length * 32);
    if (fits.length < vocabulary.size) fits = new Uint8Array(Math.ceil(vocabulary.size * 1.25));
    for (const run of first.runs) fits[run] = FITS_FIRST;
    for (const run of last.runs) fits[run] = (fits[run] ?? 0) | FITS_LAST;
    const sequence = { fits, between, beginsWithWord: beginsWithWord(needle) };
    for (const row of texts.with(few, sequence)) setBit(set, row);
    for (const { runs: used } of [first, last]) for (const run of used) fits[run] = 0;
  };

  return {
    set(row, text) {
      for (const run of texts.get(row)) lists.remove(run, row);
      if (text === null) {
        texts.set(row, null, false);
        clearBit(filled, row);
        return;
      }
      const numbers = vocabulary.numbersOf(text);
      texts.set(row, numbers, beginsWithWord(text));
      for (const run of numbers) lists.add(run, row);
      if (row >= filled.bits.length * 32) {
        const larger = createRowBitmap(Math.ceil((row + 1) * 1.25));
        orBits(larger, filled.bits);
        filled = larger;
      }
      setBit(filled, row);
    },
    addRowsTo(needle, set) {
      const runs = runsOf(needle);
      const [only] = runs;
      if (only === undefined) orBits(set, filled.bits);
      else if (runs.length === 1) markAll(vocabulary.containing(only), set);
      else markSequence(needle, runs, set);
    },
  };
}

import { setBit, orBits, createRowBitmap, clearBit, andBits, rowsOf } from './row-bitmap.ts';
import type { RowBitmap } from './row-bitmap.ts';
import { FITS_FIRST, FITS_LAST, createTokenSequences } from './token-sequences.ts';
import { createPostingLists } from './posting-lists.ts';
import { startsWithWord, tokenize } from './token-dictionary.ts';
import type { TokenDictionary } from './token-dictionary.ts';

/**
 * Finds the texts of one column that contain a needle, by the runs that they are made of (`vocabulary.ts`). A needle of
 * one run lies within one run of a text: the runs that contain it are looked up, and they know their texts. Of a longer
 * one the first run ends a run of the text, the last begins one, and those between are whole; the texts that have runs
 * for all of them are looked through for the runs side by side.
 */
export interface SubstringIndex {
  /** Replaces what a row holds, in lower case. */
  set(row: number, text: string | null): void;
  /** Adds every row whose text contains the needle. */
  addRowsTo(needle: string, set: RowBitmap): void;
}

/** What looking one text through costs, in rows of a list. */
const LOOK_THROUGH = 20;
/** What it costs to begin with the list of another run. */
const NEXT_LIST = 5;

interface Position {
  readonly tokenIds: readonly number[];
  readonly rows: number;
}

export function createSubstringIndex(tokenDictionary: TokenDictionary): SubstringIndex {
  const sequences = createTokenSequences();
  const lists = createPostingLists();
  /** Every row that holds a text, an empty one too. */
  let rowsWithText = createRowBitmap(0);
  let fits = new Uint8Array(0);

  const positionOf = (tokenIds: readonly number[]): Position => {
    let rows = 0;
    for (const tokenId of tokenIds) rows += lists.size(tokenId);
    return { tokenIds, rows };
  };
  const markAll = (tokenIds: readonly number[], set: RowBitmap): void => {
    for (const tokenId of tokenIds) lists.addRowsTo(tokenId, set);
  };
  /** Rows whose texts have a run for each piece, as far as asking for one more is cheaper than looking through. */
  const candidates = (positions: readonly Position[], rows: number): Uint32Array => {
    const [rarest, ...others] = positions.toSorted((one, other) => one.rows - other.rows);
    const set = createRowBitmap(rows);
    if (rarest !== undefined) markAll(rarest.tokenIds, set);
    for (const { tokenIds, rows: listed } of others) {
      if (listed + tokenIds.length * NEXT_LIST > set.count * LOOK_THROUGH) break;
      const more = createRowBitmap(rows);
      markAll(tokenIds, more);
      andBits(set, more.bits);
    }
    return rowsOf(set);
  };
  const markSequence = (needle: string, tokenIds: readonly string[], set: RowBitmap): void => {
    const between: number[] = [];
    for (const tokenId of tokenIds.slice(1, -1)) {
      const number = tokenDictionary.find(tokenId);
      if (number === undefined) return;
      between.push(number);
    }
    const first = positionOf(tokenDictionary.endingWith(tokenIds[0] ?? ''));
    const last = positionOf(tokenDictionary.startingWith(tokenIds.at(-1) ?? ''));
    const positions = [first, last, ...Array.from(new Set(between), (tokenId) => positionOf([tokenId]))];
    if (positions.some(({ rows }) => rows === 0)) return;
    const few = candidates(positions, set.bits.length * 32);
    if (fits.length < tokenDictionary.size) fits = new Uint8Array(Math.ceil(tokenDictionary.size * 1.25));
    for (const tokenId of first.tokenIds) fits[tokenId] = FITS_FIRST;
    for (const tokenId of last.tokenIds) fits[tokenId] = (fits[tokenId] ?? 0) | FITS_LAST;
    const sequence = { fits, between, startsWithWord: startsWithWord(needle) };
    for (const row of sequences.with(few, sequence)) setBit(set, row);
    for (const { tokenIds: used } of [first, last]) for (const tokenId of used) fits[tokenId] = 0;
  };

  return {
    set(row, text) {
      for (const tokenId of sequences.get(row)) lists.remove(tokenId, row);
      if (text === null) {
        sequences.set(row, null, false);
        clearBit(rowsWithText, row);
        return;
      }
      const numbers = tokenDictionary.tokenIdsOf(text);
      sequences.set(row, numbers, startsWithWord(text));
      for (const tokenId of numbers) lists.add(tokenId, row);
      if (row >= rowsWithText.bits.length * 32) {
        const larger = createRowBitmap(Math.ceil((row + 1) * 1.25));
        orBits(larger, rowsWithText.bits);
        rowsWithText = larger;
      }
      setBit(rowsWithText, row);
    },
    addRowsTo(needle, set) {
      const tokenIds = tokenize(needle);
      const [only] = tokenIds;
      if (only === undefined) orBits(set, rowsWithText.bits);
      else if (tokenIds.length === 1) markAll(tokenDictionary.containing(only), set);
      else markSequence(needle, tokenIds, set);
    },
  };
}

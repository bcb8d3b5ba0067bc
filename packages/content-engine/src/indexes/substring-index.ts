import { setBit, orBits, createRowBitmap, clearBit, andBits, rowsOf } from './row-bitmap.ts';
import type { RowBitmap } from './row-bitmap.ts';
import { FITS_FIRST, FITS_LAST, createTokenSequences } from './token-sequences.ts';
import { createPostingLists } from './posting-lists.ts';
import { startsWithWord, tokenize } from './token-dictionary.ts';
import type { TokenDictionary } from './token-dictionary.ts';

/**
 * An inverted index for substring searches of one column, over the tokens of `token-dictionary.ts`. A needle of one token
 * can only occur inside one token of a text: the result is the union of the posting lists of the tokens that contain it.
 * In a longer needle the first token is the end of a token of the text, the last is the start of one, and those between
 * match whole tokens; rows that have tokens for every position are candidates, verified against their token sequences.
 */
export interface SubstringIndex {
  /** Replaces the text of a row, which must be in lower case. */
  set(row: number, text: string | null): void;
  /** Adds every row whose text contains the needle. Charges each step before it is done, in units of 20 ns. */
  addMatches(rows: RowBitmap, needle: string, charge?: ChargeWork): void;
}

export type ChargeWork = (units: number) => void;

/** Query cost, in units of 20 ns: comparing the needle with one token of the dictionary. */
const TOKEN_COST = 1;
/** Query cost of opening a posting list, and of adding one row of it. */
const LIST_COST = 8;
const ROW_COST = 1;
/** Query cost of verifying one candidate against its token sequence. */
const VERIFY_COST = 12;
const NO_CHARGE: ChargeWork = () => undefined;

/** Costs for planning, in rows of a posting list: verifying one candidate, and opening another list. */
const VERIFY_ROWS = 20;
const OPEN_LIST_ROWS = 5;

/** One token of a needle: the ids of the tokens of texts that it may match, and their number of postings. */
interface Position {
  readonly tokenIds: readonly number[];
  readonly postings: number;
}

export function createSubstringIndex(tokenDictionary: TokenDictionary): SubstringIndex {
  const sequences = createTokenSequences();
  const lists = createPostingLists();
  /** Every row with a text, even an empty one: the matches of an empty needle. */
  let rowsWithText = createRowBitmap(0);
  /** Ends of the current needle that a token fits, by token id; all zero between searches. */
  let fits = new Uint8Array(0);

  const positionOf = (tokenIds: readonly number[]): Position => {
    let postings = 0;
    for (const tokenId of tokenIds) postings += lists.size(tokenId);
    return { tokenIds, postings };
  };
  /** Returns the cost of posting lists: one that is a bitmap takes as many words as the bitmap that it is added to. */
  const listsCost = ({ tokenIds, postings }: Position, words: number): number =>
    tokenIds.length * LIST_COST + Math.min(postings, tokenIds.length * words * 2) * ROW_COST;
  const addPostings = (set: RowBitmap, position: Position, charge: ChargeWork): void => {
    charge(listsCost(position, set.bits.length));
    for (const tokenId of position.tokenIds) lists.addRowsTo(set, tokenId);
  };
  /** Intersects the postings of the positions, the rarest first, while that is cheaper than verifying what remains. */
  const candidates = (positions: readonly Position[], rows: number, charge: ChargeWork): Uint32Array => {
    const [rarest, ...others] = positions.toSorted((one, other) => one.postings - other.postings);
    const set = createRowBitmap(rows);
    if (rarest !== undefined) addPostings(set, rarest, charge);
    for (const position of others) {
      if (position.postings + position.tokenIds.length * OPEN_LIST_ROWS > set.count * VERIFY_ROWS) break;
      const matches = createRowBitmap(rows);
      addPostings(matches, position, charge);
      charge(rows / 16);
      andBits(set, matches.bits);
    }
    charge(rows / 32 + set.count * VERIFY_COST);
    return rowsOf(set);
  };
  const addSequenceMatches = (
    set: RowBitmap,
    needle: string,
    tokens: readonly string[],
    charge: ChargeWork,
  ): void => {
    const between: number[] = [];
    for (const token of tokens.slice(1, -1)) {
      const tokenId = tokenDictionary.find(token);
      if (tokenId === undefined) return;
      between.push(tokenId);
    }
    const firstIds = tokenDictionary.endingWith(tokens[0] ?? '');
    const lastIds = tokenDictionary.startingWith(tokens.at(-1) ?? '');
    charge((firstIds.length + lastIds.length) * LIST_COST);
    const first = positionOf(firstIds);
    const last = positionOf(lastIds);
    const positions = [first, last, ...Array.from(new Set(between), (tokenId) => positionOf([tokenId]))];
    if (positions.some(({ postings }) => postings === 0)) return;
    const unverified = candidates(positions, set.bits.length * 32, charge);
    if (fits.length < tokenDictionary.size) fits = new Uint8Array(Math.ceil(tokenDictionary.size * 1.25));
    for (const tokenId of firstIds) fits[tokenId] = FITS_FIRST;
    for (const tokenId of lastIds) fits[tokenId] = (fits[tokenId] ?? 0) | FITS_LAST;
    const sequence = { fits, between, startsWithWord: startsWithWord(needle) };
    for (const row of sequences.rowsWith(unverified, sequence)) setBit(set, row);
    for (const tokenIds of [firstIds, lastIds]) for (const tokenId of tokenIds) fits[tokenId] = 0;
  };

  return {
    set(row, text) {
      for (const tokenId of sequences.get(row)) lists.remove(tokenId, row);
      if (text === null) {
        sequences.set(row, null, false);
        clearBit(rowsWithText, row);
        return;
      }
      const tokenIds = tokenDictionary.tokenIdsOf(text);
      sequences.set(row, tokenIds, startsWithWord(text));
      for (const tokenId of tokenIds) lists.add(tokenId, row);
      if (row >= rowsWithText.bits.length * 32) {
        const larger = createRowBitmap(Math.ceil((row + 1) * 1.25));
        orBits(larger, rowsWithText.bits);
        rowsWithText = larger;
      }
      setBit(rowsWithText, row);
    },
    addMatches(set, needle, charge = NO_CHARGE) {
      const tokens = tokenize(needle);
      const [only] = tokens;
      charge(set.bits.length);
      if (only === undefined) orBits(set, rowsWithText.bits);
      else if (tokens.length === 1) {
        charge(tokenDictionary.size * TOKEN_COST);
        const containing = tokenDictionary.containing(only);
        charge(containing.length * LIST_COST);
        addPostings(set, positionOf(containing), charge);
      } else addSequenceMatches(set, needle, tokens, charge);
    },
  };
}

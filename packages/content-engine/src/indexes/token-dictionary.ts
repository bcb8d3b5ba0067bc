import { createTextColumn } from './text-column.ts';
import { createTokenOrder } from './token-order.ts';

/**
 * The term dictionary of a collection, shared by its columns. A token is a maximal sequence of letters and digits, or of
 * the characters between them; everything beyond ASCII counts as a letter. A token keeps its id for ever.
 */
export interface TokenDictionary {
  readonly size: number;
  /** The ids of a text's tokens, in order; new tokens are added to the dictionary. */
  tokenIdsOf(text: string): Uint32Array;
  /** The id of a token; undefined when no text has ever had it. */
  find(token: string): number | undefined;
  /** Ids of the tokens that contain a string. */
  containing(infix: string): readonly number[];
  /** Ids of the tokens that start with a string. */
  startingWith(prefix: string): readonly number[];
  /** Ids of the tokens that end with a string. */
  endingWith(suffix: string): readonly number[];
  /** Sorts all tokens now, so that the first search does not have to. */
  prepare(): void;
}

const TOKEN = /[0-9A-Za-z\u0080-\uffff]+|[^0-9A-Za-z\u0080-\uffff]+/g;
const STARTS_WITH_WORD = /^[0-9A-Za-z\u0080-\uffff]/;
const NO_TOKENS: readonly string[] = [];

/** Returns whether the first token of a text consists of letters and digits; the two kinds alternate. */
export const startsWithWord = (text: string): boolean => STARTS_WITH_WORD.test(text);

/** Splits a text into tokens: sequences of letters and digits, and the sequences of other characters between them. */
export const tokenize = (text: string): readonly string[] => text.match(TOKEN) ?? NO_TOKENS;

type TokenSearch = (text: string) => readonly number[];

export function createTokenDictionary(): TokenDictionary {
  const idsByToken = new Map<string, number>();
  const tokens: string[] = [];
  const tokenTexts = createTextColumn();
  const byStart = createTokenOrder(tokens, 'start');
  const byEnd = createTokenOrder(tokens, 'end');

  const idOf = (token: string): number => {
    const existing = idsByToken.get(token);
    if (existing !== undefined) return existing;
    const id = tokens.length;
    idsByToken.set(token, id);
    tokens.push(token);
    tokenTexts.add(token);
    return id;
  };
  /** Caches the last result: one request searches several columns for the same token. */
  const cacheLast = (search: TokenSearch): TokenSearch => {
    let last = { text: '', size: -1, tokenIds: [] as readonly number[] };
    return (text) => {
      if (last.text !== text || last.size !== tokens.length)
        last = { text, size: tokens.length, tokenIds: search(text) };
      return last.tokenIds;
    };
  };

  return {
    get size() {
      return tokens.length;
    },
    tokenIdsOf: (text) => Uint32Array.from(tokenize(text), idOf),
    find: (token) => idsByToken.get(token),
    containing: cacheLast((infix) => tokenTexts.containing(infix)),
    startingWith: cacheLast((prefix) => byStart.find(prefix)),
    endingWith: cacheLast((suffix) => byEnd.find(suffix)),
    prepare() {
      byStart.prepare();
      byEnd.prepare();
    },
  };
}

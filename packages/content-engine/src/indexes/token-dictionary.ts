import { createTextColumn } from './text-column.ts';
import { createTokenOrder } from './token-order.ts';

/**
 * Texts are runs: of letters and digits (what lies beyond ASCII counts as a letter), and of everything between. Each
 * different run has a number, shared by all columns of a collection, that it never loses.
 */
export interface TokenDictionary {
  readonly size: number;
  /** The numbers of a text's runs, in their order. */
  tokenIdsOf(text: string): Uint32Array;
  /** The number of a run, if any text ever had it. */
  find(token: string): number | undefined;
  containing(token: string): readonly number[];
  startingWith(token: string): readonly number[];
  endingWith(token: string): readonly number[];
  /** Sorts what is there, so that nobody who asks waits for that. */
  prepare(): void;
}

const TOKEN = /[0-9A-Za-z\u0080-\uffff]+|[^0-9A-Za-z\u0080-\uffff]+/g;
const STARTS_WITH_WORD = /^[0-9A-Za-z\u0080-\uffff]/;
const NO_TOKENS: readonly string[] = [];

/** Whether the first run of a text is of letters and digits. */
export const startsWithWord = (text: string): boolean => STARTS_WITH_WORD.test(text);

export const tokenize = (text: string): readonly string[] => text.match(TOKEN) ?? NO_TOKENS;

type TokenSearch = (token: string) => readonly number[];

export function createTokenDictionary(): TokenDictionary {
  const idsByToken = new Map<string, number>();
  const tokens: string[] = [];
  const column = createTextColumn();
  const byStart = createTokenOrder(tokens, 'start');
  const byEnd = createTokenOrder(tokens, 'end');

  const idOf = (token: string): number => {
    const known = idsByToken.get(token);
    if (known !== undefined) return known;
    const number = tokens.length;
    idsByToken.set(token, number);
    tokens.push(token);
    column.add(token);
    return number;
  };
  /** One answer asks for the same run in several columns. */
  const cacheLast = (search: TokenSearch): TokenSearch => {
    let last = { token: '', size: -1, found: [] as readonly number[] };
    return (token) => {
      if (last.token !== token || last.size !== tokens.length) last = { token, size: tokens.length, found: search(token) };
      return last.found;
    };
  };

  return {
    get size() {
      return tokens.length;
    },
    tokenIdsOf: (text) => Uint32Array.from(tokenize(text), idOf),
    find: (token) => idsByToken.get(token),
    containing: cacheLast((token) => column.containing(token)),
    startingWith: cacheLast((token) => byStart.find(token)),
    endingWith: cacheLast((token) => byEnd.find(token)),
    prepare() {
      byStart.prepare();
      byEnd.prepare();
    },
  };
}

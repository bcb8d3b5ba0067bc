import { createTextColumn } from './text-column.ts';
import { createWordOrder } from './token-order.ts';

/**
 * Texts are runs: of letters and digits (what lies beyond ASCII counts as a letter), and of everything between. Each
 * different run has a number, shared by all columns of a collection, that it never loses.
 */
export interface Vocabulary {
  readonly size: number;
  /** The numbers of a text's runs, in their order. */
  numbersOf(text: string): Uint32Array;
  /** The number of a run, if any text ever had it. */
  find(run: string): number | undefined;
  containing(run: string): readonly number[];
  beginning(run: string): readonly number[];
  ending(run: string): readonly number[];
  /** Sorts what is there, so that nobody who asks waits for that. */
  prepare(): void;
}

const RUN = /[0-9A-Za-z\u0080-\uffff]+|[^0-9A-Za-z\u0080-\uffff]+/g;
const WORD_FIRST = /^[0-9A-Za-z\u0080-\uffff]/;
const NO_RUNS: readonly string[] = [];

/** Whether the first run of a text is of letters and digits. */
export const beginsWithWord = (text: string): boolean => WORD_FIRST.test(text);

export const runsOf = (text: string): readonly string[] => text.match(RUN) ?? NO_RUNS;

type Look = (run: string) => readonly number[];

export function createVocabulary(): Vocabulary {
  const numbers = new Map<string, number>();
  const runs: string[] = [];
  const column = createTextColumn();
  const beginnings = createWordOrder(runs, 'start');
  const ends = createWordOrder(runs, 'end');

  const numberOf = (run: string): number => {
    const known = numbers.get(run);
    if (known !== undefined) return known;
    const number = runs.length;
    numbers.set(run, number);
    runs.push(run);
    column.add(run);
    return number;
  };
  /** One answer asks for the same run in several columns. */
  const remembering = (look: Look): Look => {
    let last = { run: '', size: -1, found: [] as readonly number[] };
    return (run) => {
      if (last.run !== run || last.size !== runs.length) last = { run, size: runs.length, found: look(run) };
      return last.found;
    };
  };

  return {
    get size() {
      return runs.length;
    },
    numbersOf: (text) => Uint32Array.from(runsOf(text), numberOf),
    find: (run) => numbers.get(run),
    containing: remembering((run) => column.containing(run)),
    beginning: remembering((run) => beginnings.find(run)),
    ending: remembering((run) => ends.find(run)),
    prepare() {
      beginnings.prepare();
      ends.prepare();
    },
  };
}

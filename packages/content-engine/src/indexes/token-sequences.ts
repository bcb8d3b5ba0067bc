/** Texts as the numbers of their runs, in one stretch of memory. */
export interface NumberTexts {
  get(slot: number): Uint32Array;
  /** Runs of the two kinds alternate; says whether the first is a word. */
  set(slot: number, numbers: Uint32Array | null, beginsWithWord: boolean): void;
  /** Those of the slots whose text has a sequence of runs. */
  with(slots: Uint32Array, sequence: RunSequence): Uint32Array;
}

/** Two runs or more: the first and the last are any of some, those between are just these. */
export interface RunSequence {
  /** By number of a run. */
  readonly fits: Uint8Array;
  readonly beginsWithWord: boolean;
  readonly between: readonly number[];
}

export const FITS_FIRST = 1;
export const FITS_LAST = 2;

const FIRST_NUMBERS = 1024;
const MIN_GARBAGE = 64 * 1024;

const grown = (from: Uint32Array, length: number): Uint32Array<ArrayBuffer> => {
  const larger = new Uint32Array(length);
  larger.set(from);
  return larger;
};

export function createNumberTexts(): NumberTexts {
  let data = new Uint32Array(FIRST_NUMBERS);
  let used = 0;
  let live = 0;
  /** By slot: where its numbers are. */
  let starts = new Uint32Array(FIRST_NUMBERS);
  let lengths = new Uint32Array(FIRST_NUMBERS);
  /** By slot: 1 where the first is a word. */
  let wordFirst = new Uint8Array(FIRST_NUMBERS);

  const makeRoom = (length: number): void => {
    if (used - live > MIN_GARBAGE && live * 2 < used) {
      const old = data;
      data = new Uint32Array(Math.max(FIRST_NUMBERS, Math.ceil((live + length) * 1.5)));
      used = 0;
      for (let slot = 0; slot < starts.length; slot += 1) {
        const start = starts[slot] ?? 0;
        const count = lengths[slot] ?? 0;
        data.set(old.subarray(start, start + count), used);
        starts[slot] = used;
        used += count;
      }
    }
    if (used + length > data.length) data = grown(data, Math.ceil((used + length) * 1.5));
  };
  const get = (slot: number): Uint32Array => {
    const start = starts[slot] ?? 0;
    return data.subarray(start, start + (lengths[slot] ?? 0));
  };

  return {
    get,
    set(slot, numbers, beginsWithWord) {
      if (slot >= starts.length) {
        const length = Math.ceil((slot + 1) * 1.5);
        starts = grown(starts, length);
        lengths = grown(lengths, length);
        const larger = new Uint8Array(length);
        larger.set(wordFirst);
        wordFirst = larger;
      }
      live -= lengths[slot] ?? 0;
      lengths[slot] = 0;
      if (numbers === null || numbers.length === 0) return;
      makeRoom(numbers.length);
      starts[slot] = used;
      lengths[slot] = numbers.length;
      wordFirst[slot] = Number(beginsWithWord);
      data.set(numbers, used);
      used += numbers.length;
      live += numbers.length;
    },
    with(slots, { fits, between, beginsWithWord }) {
      const found = new Uint32Array(slots.length);
      let count = 0;
      const reach = between.length + 1;
      const wanted = Number(beginsWithWord);
      for (const slot of slots) {
        const start = starts[slot] ?? 0;
        const last = start + (lengths[slot] ?? 0) - reach;
        for (let from = start + (wordFirst[slot] === wanted ? 0 : 1); from < last; from += 2) {
          if (((fits[data[from] ?? 0] ?? 0) & FITS_FIRST) === 0) continue;
          if (((fits[data[from + reach] ?? 0] ?? 0) & FITS_LAST) === 0) continue;
          let at = 1;
          while (at < reach && data[from + at] === between[at - 1]) at += 1;
          if (at < reach) continue;
          found[count] = slot;
          count += 1;
          break;
        }
      }
      return found.subarray(0, count);
    },
  };
}

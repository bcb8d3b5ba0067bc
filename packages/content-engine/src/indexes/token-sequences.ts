/** The token ids of a text by row, in order, for all rows in one contiguous array. */
export interface TokenSequences {
  /** A view that is valid until the next `set`. */
  get(row: number): Uint32Array;
  /**
   * Replaces the token ids of a row. `startsWithWord` is the kind of the first token: since the two kinds alternate,
   * it determines the kind of all others.
   */
  set(row: number, tokenIds: Uint32Array | null, startsWithWord: boolean): void;
  /** The subset of rows whose sequence contains the wordFirst one. */
  rowsWith(rows: Uint32Array, sequence: SequenceQuery): Uint32Array;
}

/** A sequence of two or more tokens: several candidates for the first and the last, exact ids between them. */
export interface SequenceQuery {
  /** Combination of FITS_FIRST and FITS_LAST by token id. */
  readonly fits: Uint8Array;
  readonly startsWithWord: boolean;
  readonly between: readonly number[];
}

export const FITS_FIRST = 1;
export const FITS_LAST = 2;

const INITIAL_CAPACITY = 1024;
/** The array is compacted when this many token ids, and more than half of it, are garbage. */
const MIN_GARBAGE = 64 * 1024;

const grown = (from: Uint32Array, length: number): Uint32Array<ArrayBuffer> => {
  const larger = new Uint32Array(length);
  larger.set(from);
  return larger;
};

export function createTokenSequences(): TokenSequences {
  let data = new Uint32Array(INITIAL_CAPACITY);
  let used = 0;
  let live = 0;
  /** Offset in `data` and number of the token ids of each row. */
  let starts = new Uint32Array(INITIAL_CAPACITY);
  let lengths = new Uint32Array(INITIAL_CAPACITY);
  /** 1 for rows whose first token is a word. */
  let startsWithWordByRow = new Uint8Array(INITIAL_CAPACITY);

  const ensureCapacity = (length: number): void => {
    if (used - live > MIN_GARBAGE && live * 2 < used) {
      const old = data;
      data = new Uint32Array(Math.max(INITIAL_CAPACITY, Math.ceil((live + length) * 1.5)));
      used = 0;
      for (let row = 0; row < starts.length; row += 1) {
        const start = starts[row] ?? 0;
        const count = lengths[row] ?? 0;
        data.set(old.subarray(start, start + count), used);
        starts[row] = used;
        used += count;
      }
    }
    if (used + length > data.length) data = grown(data, Math.ceil((used + length) * 1.5));
  };
  const get = (row: number): Uint32Array => {
    const start = starts[row] ?? 0;
    return data.subarray(start, start + (lengths[row] ?? 0));
  };

  return {
    get,
    set(row, tokenIds, startsWithWord) {
      if (row >= starts.length) {
        const length = Math.ceil((row + 1) * 1.5);
        starts = grown(starts, length);
        lengths = grown(lengths, length);
        const larger = new Uint8Array(length);
        larger.set(startsWithWordByRow);
        startsWithWordByRow = larger;
      }
      live -= lengths[row] ?? 0;
      lengths[row] = 0;
      if (tokenIds === null || tokenIds.length === 0) return;
      ensureCapacity(tokenIds.length);
      starts[row] = used;
      lengths[row] = tokenIds.length;
      startsWithWordByRow[row] = Number(startsWithWord);
      data.set(tokenIds, used);
      used += tokenIds.length;
      live += tokenIds.length;
    },
    rowsWith(rows, { fits, between, startsWithWord }) {
      const found = new Uint32Array(rows.length);
      let count = 0;
      const span = between.length + 1;
      const wordFirst = Number(startsWithWord);
      for (const row of rows) {
        const start = starts[row] ?? 0;
        const last = start + (lengths[row] ?? 0) - span;
        for (let from = start + (startsWithWordByRow[row] === wordFirst ? 0 : 1); from < last; from += 2) {
          if (((fits[data[from] ?? 0] ?? 0) & FITS_FIRST) === 0) continue;
          if (((fits[data[from + span] ?? 0] ?? 0) & FITS_LAST) === 0) continue;
          let at = 1;
          while (at < span && data[from + at] === between[at - 1]) at += 1;
          if (at < span) continue;
          found[count] = row;
          count += 1;
          break;
        }
      }
      return found.subarray(0, count);
    },
  };
}

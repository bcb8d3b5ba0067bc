import { setBit, orBits, clearBit, wordsFor } from './row-bitmap.ts';
import type { RowBitmap } from './row-bitmap.ts';

/**
 * Posting lists, addressed by dense list numbers. A list is a single row, an array of rows in no order, or a bitmap where
 * an array would take more memory.
 */
export interface PostingLists {
  /** Adds a row to a list. Only the row added last may be added again, which has no effect. */
  add(list: number, row: number): void;
  remove(list: number, row: number): void;
  size(list: number): number;
  addRowsTo(set: RowBitmap, list: number): void;
}

interface Bitmap {
  bits: Uint32Array;
  count: number;
}

/** An entry of an array takes about 64 bits, a row of a bitmap one. */
const BITS_PER_LIST_ENTRY = 64;
const MIN_BITMAP_LENGTH = 128;

export function createPostingLists(): PostingLists {
  const lists: (number | number[] | Bitmap | undefined)[] = [];
  /** One more than the highest row ever added. */
  let rows = 0;

  const toBitmap = (listed: readonly number[]): Bitmap => {
    const bitmap = { bits: new Uint32Array(wordsFor(rows)), count: 0 };
    for (const row of listed) setBit(bitmap, row);
    return bitmap;
  };

  return {
    add(list, row) {
      if (row >= rows) rows = row + 1;
      while (lists.length <= list) lists.push(undefined);
      const postings = lists[list];
      if (postings === undefined) lists[list] = row;
      else if (typeof postings === 'number') {
        if (postings !== row) lists[list] = [postings, row];
      } else if (Array.isArray(postings)) {
        if (postings.at(-1) === row) return;
        postings.push(row);
        if (postings.length > Math.max(MIN_BITMAP_LENGTH, rows / BITS_PER_LIST_ENTRY))
          lists[list] = toBitmap(postings);
      } else {
        if (row >>> 5 >= postings.bits.length) {
          const grown = new Uint32Array(wordsFor(Math.max(rows, postings.bits.length * 40)));
          grown.set(postings.bits);
          postings.bits = grown;
        }
        setBit(postings, row);
      }
    },
    remove(list, row) {
      const postings = lists[list];
      if (postings === undefined) return;
      if (typeof postings === 'number') {
        if (postings === row) lists[list] = undefined;
      } else if (Array.isArray(postings)) {
        const at = postings.indexOf(row);
        const last = postings.pop();
        if (at === -1) {
          if (last !== undefined) postings.push(last);
        } else if (at < postings.length && last !== undefined) postings[at] = last;
      } else clearBit(postings, row);
    },
    size(list) {
      const postings = lists[list];
      if (postings === undefined) return 0;
      if (typeof postings === 'number') return 1;
      return Array.isArray(postings) ? postings.length : postings.count;
    },
    addRowsTo(set, list) {
      const postings = lists[list];
      if (postings === undefined) return;
      if (typeof postings === 'number') setBit(set, postings);
      else if (Array.isArray(postings)) for (const row of postings) setBit(set, row);
      else orBits(set, postings.bits);
    },
  };
}

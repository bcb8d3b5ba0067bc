/**
 * `indexes/` holds the index structures of a collection, all addressed by row numbers: bitmaps (this file), posting lists,
 * dictionary-encoded columns, ranks and sorted orders, facet values, and the substring index.
 */
import type { IndexedDocument } from '../records/document.ts';

/** A set of rows, one bit each, with the number of set bits. */
export interface RowBitmap {
  readonly bits: Uint32Array;
  count: number;
}

/** Returns the number of 32-bit words for the bits of so many rows. */
export const wordsFor = (rows: number): number => (rows + 31) >>> 5;

/** Creates an empty bitmap of fixed length. */
export const createRowBitmap = (rows: number): RowBitmap => ({
  bits: new Uint32Array(wordsFor(rows)),
  count: 0,
});

export const hasBit = ({ bits }: RowBitmap, row: number): boolean =>
  ((bits[row >>> 5] ?? 0) & (1 << (row & 31))) !== 0;

export function setBit(set: RowBitmap, row: number): void {
  const at = row >>> 5;
  const before = set.bits[at] ?? 0;
  const bit = 1 << (row & 31);
  if ((before & bit) !== 0) return;
  set.bits[at] = before | bit;
  set.count += 1;
}

export function clearBit(set: RowBitmap, row: number): void {
  if (!hasBit(set, row)) return;
  set.bits[row >>> 5] = (set.bits[row >>> 5] ?? 0) & ~(1 << (row & 31));
  set.count -= 1;
}

/** Or: adds the set bits of another bitmap, which may be longer or shorter; bits beyond the own length are ignored. */
export function orBits(set: RowBitmap, bits: Uint32Array): void {
  const own = set.bits;
  const length = Math.min(own.length, bits.length);
  for (let at = 0; at < length; at += 1) {
    const before = own[at] ?? 0;
    const added = (bits[at] ?? 0) & ~before;
    if (added === 0) continue;
    own[at] = before | added;
    set.count += countBits(added);
  }
}

/** And-not: removes the set bits of another bitmap. */
export function andNotBits(set: RowBitmap, bits: Uint32Array): void {
  const own = set.bits;
  let count = 0;
  for (let at = 0; at < own.length; at += 1) {
    const left = (own[at] ?? 0) & ~(bits[at] ?? 0);
    own[at] = left;
    if (left !== 0) count += countBits(left);
  }
  set.count = count;
}

/** And: retains the bits that are set in another bitmap too. */
export function andBits(set: RowBitmap, bits: Uint32Array): void {
  const own = set.bits;
  let count = 0;
  for (let at = 0; at < own.length; at += 1) {
    const common = (own[at] ?? 0) & (bits[at] ?? 0);
    own[at] = common;
    if (common !== 0) count += countBits(common);
  }
  set.count = count;
}

/** Population count of a 32-bit word (Warren, Hacker's Delight). */
function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Returns the rows of a bitmap, ascending. */
export function rowsOf({ bits, count }: RowBitmap): Uint32Array {
  const rows = new Uint32Array(count);
  let found = 0;
  for (let at = 0; found < count && at < bits.length; at += 1) {
    for (let rest = bits[at] ?? 0; rest !== 0; rest &= rest - 1) {
      rows[found] = (at << 5) + 31 - Math.clz32(rest & -rest);
      found += 1;
    }
  }
  return rows;
}

/** Returns the documents at the rows of a bitmap, in the order of their rows. */
export function documentsAt(
  set: RowBitmap,
  documents: readonly (IndexedDocument | undefined)[],
): IndexedDocument[] {
  const found: IndexedDocument[] = [];
  for (const row of rowsOf(set)) {
    const document = documents[row];
    if (document !== undefined) found.push(document);
  }
  return found;
}

import type { DocumentRecord } from '../records/document.ts';

/** Documents found so far, a bit for each slot. */
export interface MatchSet {
  readonly bits: Uint32Array;
  count: number;
}

export const wordsFor = (slots: number): number => (slots + 31) >>> 5;

export const createMatchSet = (slots: number): MatchSet => ({
  bits: new Uint32Array(wordsFor(slots)),
  count: 0,
});

export const hasMatch = ({ bits }: MatchSet, slot: number): boolean =>
  ((bits[slot >>> 5] ?? 0) & (1 << (slot & 31))) !== 0;

export function addMatch(set: MatchSet, slot: number): void {
  const at = slot >>> 5;
  const before = set.bits[at] ?? 0;
  const bit = 1 << (slot & 31);
  if ((before & bit) !== 0) return;
  set.bits[at] = before | bit;
  set.count += 1;
}

export function dropMatch(set: MatchSet, slot: number): void {
  if (!hasMatch(set, slot)) return;
  set.bits[slot >>> 5] = (set.bits[slot >>> 5] ?? 0) & ~(1 << (slot & 31));
  set.count -= 1;
}

/** Adds all that another set has; it may have been made for more slots, or fewer. */
export function addMatches(set: MatchSet, bits: Uint32Array): void {
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

/** Leaves what another set has too. */
export function keepMatches(set: MatchSet, bits: Uint32Array): void {
  const own = set.bits;
  let count = 0;
  for (let at = 0; at < own.length; at += 1) {
    const kept = (own[at] ?? 0) & (bits[at] ?? 0);
    own[at] = kept;
    if (kept !== 0) count += countBits(kept);
  }
  set.count = count;
}

function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The marked slots, ascending. */
export function matchedSlots({ bits, count }: MatchSet): Uint32Array {
  const slots = new Uint32Array(count);
  let found = 0;
  for (let at = 0; found < count && at < bits.length; at += 1) {
    for (let rest = bits[at] ?? 0; rest !== 0; rest &= rest - 1) {
      slots[found] = (at << 5) + 31 - Math.clz32(rest & -rest);
      found += 1;
    }
  }
  return slots;
}

/** The marked documents, by slot. */
export function markedRecords(
  set: MatchSet,
  records: readonly (DocumentRecord | undefined)[],
): DocumentRecord[] {
  const found: DocumentRecord[] = [];
  for (const slot of matchedSlots(set)) {
    const record = records[slot];
    if (record !== undefined) found.push(record);
  }
  return found;
}

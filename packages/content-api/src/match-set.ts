import type { DocumentRecord } from './document-record.ts';

/** Documents found so far, marked by their slot. */
export interface MatchSet {
  readonly marks: Uint8Array;
  count: number;
}

export const createMatchSet = (slots: number): MatchSet => ({ marks: new Uint8Array(slots), count: 0 });

export function addMatch(set: MatchSet, slot: number): void {
  if (set.marks[slot] === 1) return;
  set.marks[slot] = 1;
  set.count += 1;
}

/** The marked documents, by slot. */
export function markedRecords(
  set: MatchSet,
  records: readonly (DocumentRecord | undefined)[],
): DocumentRecord[] {
  const found: DocumentRecord[] = [];
  if (set.count * 8 > set.marks.length) {
    for (const record of records)
      if (record !== undefined && set.marks[record.slot] === 1) found.push(record);
    return found;
  }
  for (let slot = set.marks.indexOf(1); slot !== -1; slot = set.marks.indexOf(1, slot + 1)) {
    const record = records[slot];
    if (record !== undefined) found.push(record);
  }
  return found;
}

import { expect, it } from 'vitest';
import { createTokenSequences } from './token-sequences.ts';

it('keeps every sequence while its memory grows and is compacted', () => {
  const sequences = createTokenSequences();
  const expected = new Map<number, Uint32Array>();
  for (let change = 0; change < 3_000; change += 1) {
    const row = (change * 7_919) % 500;
    const tokenIds = Uint32Array.from({ length: change % 301 }, (_, at) => change + at);
    sequences.set(row, change % 11 === 0 ? null : tokenIds, true);
    expected.set(row, change % 11 === 0 ? new Uint32Array(0) : tokenIds);
  }
  for (const [row, tokenIds] of expected) expect(sequences.get(row)).toEqual(tokenIds);
});

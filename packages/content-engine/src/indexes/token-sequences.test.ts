import { expect, it } from 'vitest';
import { createTokenSequences } from './token-sequences.ts';

it('keeps every text while memory grows and is tidied up', () => {
  const texts = createTokenSequences();
  const held = new Map<number, Uint32Array>();
  for (let change = 0; change < 3_000; change += 1) {
    const row = (change * 7_919) % 500;
    const numbers = Uint32Array.from({ length: change % 301 }, (_, at) => change + at);
    texts.set(row, change % 11 === 0 ? null : numbers, true);
    held.set(row, change % 11 === 0 ? new Uint32Array(0) : numbers);
  }
  for (const [row, numbers] of held) expect(texts.get(row)).toEqual(numbers);
});

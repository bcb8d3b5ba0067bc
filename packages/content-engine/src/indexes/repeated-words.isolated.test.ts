import { expect, it, vi } from 'vitest';
import { createRowBitmap, andBits } from './row-bitmap.ts';
import { createTokenDictionary } from './token-dictionary.ts';
import { createSubstringIndex } from './substring-index.ts';

vi.mock('./row-bitmap.ts', { spy: true });

it('intersects the posting list of a token once, however often it occurs in a needle', () => {
  const index = createSubstringIndex(createTokenDictionary());
  for (let row = 0; row < 10; row += 1) index.set(row, 'stay of the order of the court');
  const count = (needle: string): number => {
    const set = createRowBitmap(10);
    index.addMatches(set, needle);
    return set.count;
  };
  expect(count('y of the order of the co')).toBe(10);
  expect(count(`y ${'of the '.repeat(1_000)}co`)).toBe(0);
  // For each needle: the distinct tokens between its ends, and one of the ends.
  expect(vi.mocked(andBits).mock.calls.length).toBeLessThanOrEqual(5 + 4);
});

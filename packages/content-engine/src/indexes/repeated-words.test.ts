import { expect, it, vi } from 'vitest';
import { createMatchSet, keepMatches } from './row-bitmap.ts';
import { createVocabulary } from './token-dictionary.ts';
import { createWordIndex } from './substring-index.ts';

vi.mock('./match-set.ts', { spy: true });

it('asks for the texts of a word once, however often a needle has it', () => {
  const index = createWordIndex(createVocabulary());
  for (let slot = 0; slot < 10; slot += 1) index.set(slot, 'stay of the order of the court');
  const count = (needle: string): number => {
    const set = createMatchSet(10);
    index.mark(needle, set);
    return set.count;
  };
  expect(count('y of the order of the co')).toBe(10);
  expect(count(`y ${'of the '.repeat(1_000)}co`)).toBe(0);
  // Of each needle, the different runs between its ends, and one of the ends.
  expect(vi.mocked(keepMatches).mock.calls.length).toBeLessThanOrEqual(5 + 4);
});

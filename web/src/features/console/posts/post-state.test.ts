import { expect, it } from 'vitest';
import { conditionOfState, postStateOf } from './post-state.ts';

const now = new Date('2026-11-28T10:00:00.000Z');

it.each([
  [null, 'draft'],
  [undefined, 'draft'],
  ['2026-11-28T10:00:00.001Z', 'scheduled'],
  ['2026-11-28T10:00:00.000Z', 'published'],
] as const)('an article published at %s is %s', (publishedAt, state) => {
  expect(postStateOf(publishedAt, now)).toBe(state);
});

it('the conditions of the states divide all articles', () => {
  expect(
    (['draft', 'scheduled', 'published'] as const).map((state) => conditionOfState(state, now)[0]),
  ).toEqual(['[publishedAt][$null]', '[publishedAt][$gt]', '[publishedAt][$lte]']);
});

import { expect, it } from 'vitest';
import { POST_STATES } from '@vidhi/contracts/post-states.ts';
import { conditionsOfState, isPostState, STATE_NAMES } from './post-state.ts';

const now = new Date('2026-11-28T10:00:00.000Z');

it('every state of the newsroom has a name and conditions of its own, below `filters`', () => {
  const conditions = POST_STATES.map((state) => conditionsOfState(state, now));
  expect(new Set(conditions.map((each) => JSON.stringify(each))).size).toBe(POST_STATES.length);
  expect(conditions.flat().every(([path]) => /^\[\w+\]\[\$\w+\]$/.test(path))).toBe(true);
  expect(new Set(POST_STATES.map((state) => STATE_NAMES[state])).size).toBe(POST_STATES.length);
});

it('a word that is no state filters nothing', () => {
  expect([isPostState('in_review'), isPostState('everything')]).toEqual([true, false]);
});

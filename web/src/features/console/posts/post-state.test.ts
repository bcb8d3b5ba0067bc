import { expect, it } from 'vitest';
import { POST_STATES, stateConditions } from '@vidhi/contracts/post-states.ts';
import { postSource } from './post-api.ts';
import { conditionsOfChoice, STATE_CHOICES, STATE_NAMES } from './post-state.ts';

const now = new Date('2026-11-28T10:00:00.000Z');

it('every state of the newsroom has a name and conditions of its own, below `filters`', () => {
  const conditions = POST_STATES.map((state) => stateConditions(state, now));
  expect(new Set(conditions.map((each) => JSON.stringify(each))).size).toBe(POST_STATES.length);
  expect(conditions.flat().every(([path]) => /^\[\w+\]\[\$\w+\]$/.test(path))).toBe(true);
  expect(new Set(POST_STATES.map((state) => STATE_NAMES[state])).size).toBe(POST_STATES.length);
});

it('a word that is no choice filters nothing', () => {
  expect(conditionsOfChoice('in_review', now)).toEqual(stateConditions('in_review', now));
  expect(conditionsOfChoice('everything', now)).toEqual([]);
});

const query = { q: '', conditions: [], sort: '-updatedAt', page: 1, size: 25 };
const parametersOf = (conditions: ReturnType<typeof conditionsOfChoice>) =>
  new URLSearchParams(String(postSource.list({ ...query, conditions })).split('?')[1]);

it('published articles with unpublished changes are a choice beside the states', () => {
  const { value } = STATE_CHOICES.at(-1) ?? { value: '' };
  const parameters = parametersOf(conditionsOfChoice(value, now));
  expect(parameters.get('working_copies')).toBe('only');
  expect(parameters.get('filters[$and][0][publishedAt][$lte]')).toBe(now.toISOString());
  expect([...parameters.keys()].filter((key) => key.startsWith('filters'))).toHaveLength(1);
  expect(parametersOf([]).get('working_copies')).toBe('with');
});

it('a row tells whether its article has changes that are not published', () => {
  const data = [1, 2].map((id) => ({ id, attributes: { title: `Post ${id}` } }));
  const meta = { pagination: { total: 2 }, working_copies: [2] };
  expect(postSource.toPage({ data, meta }).rows.map(({ id, hasCopy }) => [id, hasCopy])).toEqual([
    [1, false],
    [2, true],
  ]);
  expect(postSource.toPage({ data, meta: { pagination: { total: 2 } } }).rows[0]?.hasCopy).toBe(false);
});

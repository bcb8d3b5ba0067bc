import { expect, it } from 'vitest';
import { POST_STATES, transitionsFrom, TRANSITIONS } from '@vidhi/contracts/post-states.ts';
import { actionsOf } from './article-state.ts';

it('offers each transition of the newsroom once, to those who may make it', () => {
  for (const state of POST_STATES)
    for (const mayPublish of [true, false]) {
      const { main, second, others } = actionsOf(state, mayPublish);
      const offered = [main, second, ...others].filter((one) => one !== null && one !== 'publish-changes');
      const allowed = transitionsFrom(state).filter(
        (name) => mayPublish || TRANSITIONS[name].desk === 'news',
      );
      // One dialog publishes now or at a time.
      const both = offered.includes('publish') || offered.includes('schedule') ? ['publish', 'schedule'] : [];
      expect(new Set([...offered, ...both.filter((name) => allowed.includes(name as never))])).toEqual(
        new Set(allowed),
      );
      expect(new Set(offered).size).toBe(offered.length);
    }
});

it.each([
  ['draft', true, 'publish'],
  ['draft', false, 'submit'],
  ['in_review', true, 'approve'],
  ['in_review', false, 'withdraw'],
  ['approved', false, null],
  ['scheduled', true, 'schedule'],
  ['published', true, 'publish-changes'],
  ['published', false, null],
  ['archived', true, 'restore'],
] as const)('the next step of %s, for somebody who publishes: %s, is %s', (state, mayPublish, main) => {
  expect(actionsOf(state, mayPublish).main).toBe(main);
});

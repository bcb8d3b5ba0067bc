import { expect, it } from 'vitest';
import { atLeast, atMost, countsOf, tableOf } from './verdicts.ts';

it('meets a goal at its limit and misses it below', () => {
  expect([atLeast('a', 99, 99).isMet, atLeast('a', 98, 99).isMet]).toEqual([true, false]);
  expect([atMost('a', 0, 0).isMet, atMost('a', 0.01, 0).isMet]).toEqual([true, false]);
});

it('neither meets nor misses a goal without a measurement', () => {
  expect(atMost('a', null, 1)).toEqual({ what: 'a', figure: 'not measured', goal: '≤ 1', isMet: null });
});

it('marks missed goals', () => {
  expect(tableOf([atMost('LCP', 1_700, 1_600, ' ms')])).toMatch(/LCP {2}1700 ms {2}≤ 1600 ms {2}NOT MET/);
});

it('counts goals without measurement separately', () => {
  expect(countsOf([atMost('a', 1, 1), atMost('b', 2, 1), atMost('c', null, 1)])).toBe(
    'Of 3: 1 met, 1 not met, 1 not measured',
  );
});

import { expect, it } from 'vitest';
import { failureOf } from './outcomes.ts';

it.each([
  [null, 'failed'],
  [429, 'failed'],
  [503, 'failed'],
  [504, 'failed'],
  [500, 'wrong'],
  [200, undefined],
  [404, undefined],
])('a response %s counts as %s without a look at its body', (status, verdict) => {
  expect(failureOf({ status, error: null })?.verdict).toBe(verdict);
});

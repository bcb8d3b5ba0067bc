import { expect, it } from 'vitest';
import { enrolmentKey } from './enrolment-number.ts';

it.each([
  ['MAH/1234/2010', 'mah 1234-2010'],
  ['D/0123/2010', 'D/123/2010'],
  ['MAH/1234/2010', ' MAH / 1234 / 2010 '],
  ['ＭＡＨ/1234/2010', 'MAH/1234/2010'],
  ['MAH1234/2010', 'MAH/1234/2010'],
])('takes %s and %s for one number', (a, b) => {
  expect(enrolmentKey(a)).toBe(enrolmentKey(b));
});

it.each([
  ['MAH/1234/2010', 'MAH/1234/2011'],
  ['D/1/2010', 'D/12/010'],
  ['D/0/2010', 'D/2010'],
])('takes %s and %s for two', (a, b) => {
  expect(enrolmentKey(a)).not.toBe(enrolmentKey(b));
});

it.each(['', '-', 'none', 'applied for'])('takes %j for no number', (text) => {
  expect(enrolmentKey(text)).toBe('');
});

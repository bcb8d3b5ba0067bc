import { expect, it } from 'vitest';
import { integerOption } from './integer-option.ts';

const reject = (problem: string): never => {
  throw new Error(problem);
};

it('takes integers from the least one on', () => {
  expect(integerOption('kills', '0', { min: 0, reject })).toBe(0);
  expect(integerOption('seed', '2147483648', { min: 1, reject })).toBe(2_147_483_648);
});

it.each(['', ' ', '0', '-1', '1.5', '1e3', '0x10', 'many', '99999999999999999999'])(
  'rejects “%s”',
  (text) => {
    expect(() => integerOption('times', text, { min: 1, reject })).toThrow(
      '--times must be an integer of at least 1',
    );
  },
);

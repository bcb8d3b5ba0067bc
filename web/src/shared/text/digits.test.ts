import { expect, it } from 'vitest';
import { groupDigits } from './digits.ts';

it('groups whole numbers as Intl does', () => {
  const some = [
    0, 7, 42, 999, 1_000, 12_345, 99_999, 100_000, 1_234_567, 12_345_678, 100_000_000, -1_234_567,
  ];
  for (const count of [...some, Number.MAX_SAFE_INTEGER, 1e21, Number.POSITIVE_INFINITY])
    expect(groupDigits(count)).toBe(new Intl.NumberFormat('en-IN').format(count));
});

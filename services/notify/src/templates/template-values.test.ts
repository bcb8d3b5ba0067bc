import { expect, it } from 'vitest';
import { formatDay } from './template-values.ts';

it('writes days, and times by their day in India', () => {
  expect(formatDay('2026-12-01')).toBe('1 December 2026');
  expect(formatDay(new Date('2026-11-30T18:30:00Z'))).toBe('1 December 2026');
  expect(formatDay(new Date('2026-11-30T18:29:59Z'))).toBe('30 November 2026');
  expect([formatDay('soon'), formatDay(undefined)]).toEqual(['', '']);
});

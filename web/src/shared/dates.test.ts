import { expect, it } from 'vitest';
import { formatDay, formatMoment } from './dates.ts';

it('counts days in India, not in Greenwich', () => {
  expect(formatDay('2026-11-19T20:00:00.000Z')).toBe('20 Nov 2026');
  expect(formatMoment('2026-11-19T20:00:00.000Z')).toBe('20 Nov 2026, 1:30 am');
});

it('writes no date for a text that is none', () => {
  expect(formatDay('')).toBe('');
  expect(formatMoment('soon')).toBe('');
});

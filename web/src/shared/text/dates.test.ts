import { expect, it } from 'vitest';
import { formatDay, formatLongDay, formatMoment } from './dates.ts';

it('formats the day in India', () => {
  expect(formatDay('2026-11-19T20:00:00.000Z')).toBe('20 Nov 2026');
  expect(formatMoment('2026-11-19T20:00:00.000Z')).toBe('20 Nov 2026, 1:30 am');
});

it('returns an empty text for an invalid date', () => {
  expect(formatDay('')).toBe('');
  expect(formatMoment('soon')).toBe('');
});

it('formats dates as Intl does', () => {
  const zone = { timeZone: 'Asia/Kolkata', year: 'numeric' } as const;
  const day = new Intl.DateTimeFormat('en-IN', { ...zone, day: 'numeric', month: 'short' });
  const longDay = new Intl.DateTimeFormat('en-IN', {
    ...zone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  });
  const clock = new Intl.DateTimeFormat('en-IN', {
    timeZone: zone.timeZone,
    hour: 'numeric',
    minute: '2-digit',
  });
  // Four years of steps that pass through every month, weekday and hour.
  for (let time = Date.UTC(2024, 0, 1); time < Date.UTC(2028, 0, 1); time += 37 * 61_000 * 7) {
    const date = new Date(time);
    const written = [formatMoment(date.toISOString()), formatLongDay(date)];
    const moment = `${day.format(date)}, ${clock.format(date).replaceAll('\u202F', ' ')}`;
    expect(written).toEqual([moment, longDay.format(date)]);
  }
});

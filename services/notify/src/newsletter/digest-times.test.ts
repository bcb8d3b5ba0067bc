import { describe, expect, it } from 'vitest';
import { lastTime, minuteOf, nextTime, timeOf, type DigestTimes } from './digest-times.ts';

const DAILY: DigestTimes = { every: 'day', weekday: 'monday', minute: minuteOf('07:30') };
const WEEKLY: DigestTimes = { ...DAILY, every: 'week' };
const at = (time: string): Date => new Date(`${time}+05:30`);

describe('the times of a digest', () => {
  it.each([
    [DAILY, '2026-11-29T07:29:59', '2026-11-28T07:30', '2026-11-29T07:30'],
    [DAILY, '2026-11-29T07:30:00', '2026-11-29T07:30', '2026-11-30T07:30'],
    // Still the day before in London.
    [DAILY, '2026-11-29T02:00:00', '2026-11-28T07:30', '2026-11-29T07:30'],
    [WEEKLY, '2026-11-29T12:00:00', '2026-11-23T07:30', '2026-11-30T07:30'],
    [WEEKLY, '2026-11-30T07:30:00', '2026-11-30T07:30', '2026-12-07T07:30'],
    [WEEKLY, '2026-11-30T07:29:00', '2026-11-23T07:30', '2026-11-30T07:30'],
    [{ ...DAILY, minute: 0 }, '2026-12-31T23:59:59', '2026-12-31T00:00', '2027-01-01T00:00'],
  ])('%j are before and after %s', (times, now, last, next) => {
    expect(lastTime(times, at(now))).toEqual(at(last));
    expect(nextTime(times, at(now))).toEqual(at(next));
  });

  it('are written as minutes of the day', () => {
    expect(minuteOf('07:05')).toBe(425);
    expect(timeOf(425)).toBe('07:05');
    expect(timeOf(minuteOf('23:59'))).toBe('23:59');
  });
});

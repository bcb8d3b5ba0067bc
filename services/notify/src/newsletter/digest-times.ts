import { WEEKDAYS, type Weekday } from '@vidhi/contracts/newsletter.ts';

/** The times of a digest, in India. */
export interface DigestTimes {
  every: 'day' | 'week';
  /** Day of a weekly one. */
  weekday: Weekday;
  /** Minutes after midnight. */
  minute: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** India has no daylight saving time. */
const INDIA_UTC_OFFSET_MS = 330 * MINUTE_MS;
const DAYS_OF_WEEK = 7;

const dayOf = (at: Date): number => Math.floor((at.getTime() + INDIA_UTC_OFFSET_MS) / DAY_MS);

/** Returns the time of this day, counted from 1970 in India; null on a day without a digest. */
function timeOn(day: number, { every, weekday, minute }: DigestTimes): Date | null {
  const midnight = day * DAY_MS;
  if (every === 'week' && WEEKDAYS[new Date(midnight).getUTCDay()] !== weekday) return null;
  return new Date(midnight + minute * MINUTE_MS - INDIA_UTC_OFFSET_MS);
}

/** Returns the first time of a digest after this one. */
export function nextTime(times: DigestTimes, after: Date): Date {
  for (let day = dayOf(after); day <= dayOf(after) + DAYS_OF_WEEK; day += 1) {
    const time = timeOn(day, times);
    if (time !== null && time > after) return time;
  }
  throw new Error('a week without a time');
}

/** Returns the last time of a digest that is not after this one. */
export function lastTime(times: DigestTimes, until: Date): Date {
  for (let day = dayOf(until); day >= dayOf(until) - DAYS_OF_WEEK; day -= 1) {
    const time = timeOn(day, times);
    if (time !== null && time <= until) return time;
  }
  throw new Error('a week without a time');
}

const HOUR = 60;
export const minuteOf = (time: string): number => Number(time.slice(0, 2)) * HOUR + Number(time.slice(3));
export const timeOf = (minute: number): string =>
  [Math.floor(minute / HOUR), minute % HOUR].map((part) => String(part).padStart(2, '0')).join(':');

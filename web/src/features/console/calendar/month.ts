import { stateOf, type PostState } from '@vidhi/contracts/post-states.ts';
import { toIndiaField } from '../article/india-time.ts';
import type { PostRow } from '../posts/post-api.ts';

/** A month of India as `2026-11`, and a day as `2026-11-29`. */
const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;
const MONTH_LENGTH = 7;
const DAY_LENGTH = 10;
const DAYS_OF_WEEK = 7;

/** Returns the day of a time in India; empty for no time. */
export const dayOf = (iso: string | null | undefined): string =>
  toIndiaField(iso ?? null).slice(0, DAY_LENGTH);

export const monthOf = (day: string): string => day.slice(0, MONTH_LENGTH);
export const isMonth = (text: string): boolean => MONTH.test(text);

const utc = (day: string): Date => new Date(`${day}T00:00:00.000Z`);
const textOf = (date: Date): string => date.toISOString().slice(0, DAY_LENGTH);

/** Returns the day that is so many days later. */
export function addDays(day: string, count: number): string {
  const date = utc(day);
  date.setUTCDate(date.getUTCDate() + count);
  return textOf(date);
}

/** Returns the month that is so many months later. */
export function addMonths(month: string, count: number): string {
  const date = utc(`${month}-01`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return monthOf(textOf(date));
}

/** Position of a day in its week, from 0 for Monday. */
export const weekdayOf = (day: string): number => (utc(day).getUTCDay() + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK;

/** Returns the days of a month. */
export function daysOf(month: string): string[] {
  const days: string[] = [];
  for (let day = `${month}-01`; monthOf(day) === month; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Returns the first moment of a month in India, and that of the next one. */
export const rangeOf = (month: string): [from: string, to: string] => [
  new Date(`${month}-01T00:00:00.000+05:30`).toISOString(),
  new Date(`${addMonths(month, 1)}-01T00:00:00.000+05:30`).toISOString(),
];

/** An article on a day of the calendar: when it goes live or went live, or when its embargo ends. */
export interface CalendarEntry {
  post: PostRow;
  kind: PostState | 'embargo';
  at: string;
}

/** Returns the entries of each day, by time. An article under embargo that is not scheduled stands on the day of its end. */
export function entriesByDay(posts: readonly PostRow[], now: Date): ReadonlyMap<string, CalendarEntry[]> {
  const entries = posts.flatMap((post): CalendarEntry[] => {
    if (typeof post.publishedAt === 'string')
      return [{ post, kind: stateOf(post, now), at: post.publishedAt }];
    return typeof post.embargo_until === 'string' ? [{ post, kind: 'embargo', at: post.embargo_until }] : [];
  });
  const days = new Map<string, CalendarEntry[]>();
  for (const entry of entries.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))) {
    const day = dayOf(entry.at);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return days;
}

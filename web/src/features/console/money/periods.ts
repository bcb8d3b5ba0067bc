import { inIndia } from '#shared/text/dates.ts';

/** Returns the day in India, YYYY-MM-DD. */
export const dayInIndia = (time: number): string => inIndia(new Date(time)).toISOString().slice(0, 10);

/** Returns the month so many months before the present one in India, as `2026-11`. */
export function monthsAgo(now: number, months: number): string {
  const [year = 0, month = 1] = dayInIndia(now).split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 7);
}

/** Returns the first day of the present month in India, and today. */
export const thisMonth = (now: number): { from: string; to: string } => ({
  from: `${monthsAgo(now, 0)}-01`,
  to: dayInIndia(now),
});

const INDIA_MS = 5.5 * 3_600_000;

const dayIn = (time: number): string => new Date(time + INDIA_MS).toISOString().slice(0, 10);

/** Returns the month so many months before the present one in India, as `2026-11`. */
export function monthsAgo(now: number, months: number): string {
  const [year = 0, month = 1] = dayIn(now).split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 7);
}

/** Returns the first day of the present month in India, and today. */
export const thisMonth = (now: number): { from: string; to: string } => ({
  from: `${monthsAgo(now, 0)}-01`,
  to: dayIn(now),
});

const INDIA_MS = 5.5 * 3_600_000;
const DAY_MS = 86_400_000;

/** Returns the day in India of a time, as `2026-11-29`. */
export const indianDay = (time: number): string => new Date(time + INDIA_MS).toISOString().slice(0, 10);

/** Returns the day so many days after another one; null for a text that is no day. */
export function dayAfter(day: string, days: number): string | null {
  const time = Date.parse(`${day}T00:00:00.000Z`);
  return Number.isNaN(time) ? null : new Date(time + days * DAY_MS).toISOString().slice(0, 10);
}

/** Number of days from one day to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00.000Z`) - Date.parse(`${from}T00:00:00.000Z`)) / DAY_MS);

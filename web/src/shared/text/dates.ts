/** UTC offset of India, without daylight saving time since 1945. */
const INDIA_MS = 5.5 * 3_600_000;

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

// Without `Intl`: creating the first formatter takes longer than rendering a page.
const monthOf = (india: Date): string => MONTHS[india.getUTCMonth()] ?? '';
/** Returns a time whose UTC fields are those of India. */
export const inIndia = (date: Date): Date => new Date(date.getTime() + INDIA_MS);

/** `20 Nov 2026`, the day in India; empty for an invalid date. */
export function formatDay(iso: string): string {
  const india = inIndia(new Date(iso));
  if (Number.isNaN(india.getTime())) return '';
  const month = monthOf(india);
  const name = month === 'September' ? 'Sept' : month.slice(0, 3);
  return `${india.getUTCDate()} ${name} ${india.getUTCFullYear()}`;
}

/** `20 Nov 2026, 9:30 am`. */
export function formatMoment(iso: string): string {
  const day = formatDay(iso);
  if (day === '') return '';
  const india = inIndia(new Date(iso));
  const hour = india.getUTCHours();
  const minute = String(india.getUTCMinutes()).padStart(2, '0');
  return `${day}, ${hour % 12 === 0 ? 12 : hour % 12}:${minute} ${hour < 12 ? 'am' : 'pm'}`;
}

/** `Friday, 20 November 2026`, the day in India. */
export function formatLongDay(date: Date): string {
  const india = inIndia(date);
  return `${WEEKDAYS[india.getUTCDay()] ?? ''}, ${india.getUTCDate()} ${monthOf(india)} ${india.getUTCFullYear()}`;
}

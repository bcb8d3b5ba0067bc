import parseISO from 'date-fns/parseISO/index.js';

// Dates and times as the reference reads them: ISO 8601 with its shorthands, by the library that it uses, or milliseconds
// as digits. It accepts three spellings that this release of the library rejects: a hyphen after the date, a colon after
// the time, and a time without minutes (`12::30`).

const MAX_TIME = 8.64e15;

/** What is followed by a time zone; without one the library would take the zone of the process. */
const HAS_ZONE = /Z|[T ].*[+-]/;
const HYPHEN_AFTER_DATE = /(?<=^(?:\d{4}|[+-]\d{6})[^TZ ]*)-(?=$|[TZ ])/i;
const WITHOUT_MINUTES = /([T ]\d{2}(?:[.,]\d*)?)::/;
const COLON_AFTER_TIME = /([T ]\d{2}(?:[.,]\d*)?(?::?\d{2}(?:[.,]\d*)?)?):(?=$|[Z+-])/;

/** Milliseconds since 1970, in UTC where the text names no zone, or NaN. */
export function parseIsoDate(text: string): number {
  const spelled = text
    .replace(HYPHEN_AFTER_DATE, '')
    .replace(WITHOUT_MINUTES, '$1:00:')
    .replace(COLON_AFTER_TIME, '$1');
  return parseISO(HAS_ZONE.test(spelled) ? spelled : `${spelled}Z`).getTime();
}

/** As {@link parseIsoDate}, or milliseconds written in digits. */
export function parseTimestamp(text: string): number {
  const date = parseIsoDate(text);
  if (!Number.isNaN(date)) return date;
  const milliseconds = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  return Math.abs(milliseconds) <= MAX_TIME ? milliseconds : Number.NaN;
}

/** The day that a text starts or continues with, as `yyyy-MM-dd`; null when there is none. */
export function extractDay(text: string): string | null {
  const found = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])/.exec(text);
  return found === null ? null : found[0];
}

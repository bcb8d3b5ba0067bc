import parseISO from 'date-fns/parseISO/index.js';

// Parses dates and times as the reference does: ISO 8601 with its abbreviated forms, by the same library (date-fns), or
// milliseconds as digits. The reference accepts three forms that this release of the library rejects: a hyphen after the
// date, a colon after the time, and a time without minutes (`12::30`).

const MAX_TIME = 8.64e15;

/** Matches texts with a time zone. Without one the library would use the time zone of the process. */
const HAS_ZONE = /Z|[T ].*[+-]/;
const HYPHEN_AFTER_DATE = /(?<=^(?:\d{4}|[+-]\d{6})[^TZ ]*)-(?=$|[TZ ])/i;
const WITHOUT_MINUTES = /([T ]\d{2}(?:[.,]\d*)?)::/;
const COLON_AFTER_TIME = /([T ]\d{2}(?:[.,]\d*)?(?::?\d{2}(?:[.,]\d*)?)?):(?=$|[Z+-])/;

/** Parses an ISO 8601 date or date and time to milliseconds since the Unix epoch (UTC if it has no zone), or NaN. */
export function parseIsoDate(text: string): number {
  const spelled = text
    .replace(HYPHEN_AFTER_DATE, '')
    .replace(WITHOUT_MINUTES, '$1:00:')
    .replace(COLON_AFTER_TIME, '$1');
  return parseISO(HAS_ZONE.test(spelled) ? spelled : `${spelled}Z`).getTime();
}

/** Parses an ISO 8601 text, or milliseconds since the Unix epoch as digits, to milliseconds; NaN if it is neither. */
export function parseTimestamp(text: string): number {
  const date = parseIsoDate(text);
  if (!Number.isNaN(date)) return date;
  const milliseconds = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  return Math.abs(milliseconds) <= MAX_TIME ? milliseconds : Number.NaN;
}

/** Returns the `yyyy-MM-dd` at the start of a text, or null. The day may exceed the length of its month. */
export function extractDay(text: string): string | null {
  const found = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])/.exec(text);
  return found === null ? null : found[0];
}

import { isPersonName } from '@vidhi/contracts/person-name.ts';

/** Returns a value as text; empty where it is missing. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';

/** Returns the link of a mail that is useless without it. */
export function linkOf(link: string | null): string {
  if (link === null || !URL.canParse(link) || !/^https?:$/.test(new URL(link).protocol))
    throw new Error('the mail needs a link');
  return link;
}

/** Longer names are cut: they come from a form that anybody can fill in. */
const MAX_NAME = 60;
/** A word of more letters than an initial or a title, with a dot and letters behind it, may be a domain. */
const DOMAIN_LIKE = /[\p{L}\p{M}\d-]{4,}\.\p{L}{2}|\d\.\p{L}{2}/u;
/** An initial or title without a space behind its dot: mail programs may take it for a domain. */
const INITIAL = /(?<=\p{L}|\p{M})\.(?=\p{L})/gu;

/**
 * Returns the name of a recipient for greeting and header; empty when it could carry a message: mails go to addresses
 * that anybody may enter with any name.
 */
export function personName(value: unknown): string {
  const name = textOf(value).replaceAll(/[\s\p{Cc}]+/gu, ' ');
  return isPersonName(name) && !DOMAIN_LIKE.test(name)
    ? name.replaceAll(INITIAL, '. ').slice(0, MAX_NAME).trim()
    : '';
}

export function greetingOf(value: unknown): string {
  const name = personName(value);
  return name === '' ? 'Hello,' : `Hello ${name},`;
}

export const greeting = (values: Readonly<Record<string, unknown>>): string =>
  greetingOf(values['first_name']);

const TIME = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
});

/** Date and time as in India; empty for what is no time. */
export function formatTime(value: unknown): string {
  const time = typeof value === 'string' ? new Date(value) : new Date(Number.NaN);
  return Number.isNaN(time.getTime()) ? '' : TIME.format(time);
}

const DAY = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' });

/** Returns a day YYYY-MM-DD, or the day in India at a time, as `1 December 2026`; empty for what is neither. */
export function formatDay(value: unknown): string {
  // Without a time, a day is its midnight in UTC, which is in the same day in India.
  const day = typeof value === 'string' || value instanceof Date ? new Date(value) : new Date(Number.NaN);
  return Number.isNaN(day.getTime()) ? '' : DAY.format(day);
}

const ORDER_TIME = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: true,
  timeZone: 'Asia/Kolkata',
});

/** Returns the time of an order as `Mar 01, 2026, 12:00:00 PM`, in India; empty for what is no time. */
export function formatOrderTime(value: string): string {
  const time = new Date(value);
  // Newer Unicode data have a narrow no-break space before AM and PM.
  return Number.isNaN(time.getTime()) ? '' : ORDER_TIME.format(time).replaceAll('\u202F', ' ');
}

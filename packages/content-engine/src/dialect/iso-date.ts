/** Reads dates and times as the reference does: ISO 8601 with its shorthands, or milliseconds as digits. */

const YEAR = /^(?:(\d{4}|[+-]\d{6})|(\d{2}|[+-]\d{4})$)/;
const REST = /^-?(?:(\d{3})|(\d{2})(?:-?(\d{2}))?|W(\d{2})(?:-?(\d{1}))?|)-?$/;
const TIME = /^(\d{2}(?:[.,]\d*)?):?(\d{2}(?:[.,]\d*)?)?:?(\d{2}(?:[.,]\d*)?)?$/;
const ZONE = /^([+-])(\d{2})(?::?(\d{2}))?$/;
const DAY_MS = 86_400_000;
const MAX_TIME = 8.64e15;

const number = (text: string | undefined): number => (text === undefined || text === '' ? 0 : Number(text));

interface Parts {
  date: string | undefined;
  time: string | undefined;
  zone: string | undefined;
}

function split(text: string): Parts | null {
  const pieces = text.split(/[T ]/);
  if (pieces.length > 2) return null;
  let date: string | undefined;
  let time: string | undefined;
  if (/:/.test(pieces[0] ?? '')) time = pieces[0];
  else {
    [date, time] = pieces;
    if (date !== undefined && /[Z ]/i.test(date)) {
      date = text.split(/[Z ]/i)[0] ?? '';
      time = text.slice(date.length);
    }
  }
  let zone: string | undefined;
  if (time !== undefined && time !== '') {
    const found = /([Z+-].*)$/.exec(time);
    if (found?.[1] !== undefined) {
      time = time.replace(found[1], '');
      zone = found[1];
    }
  }
  return { date, time, zone };
}

function utcYear(year: number): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, 0, 1);
  return date;
}

const isLeap = (year: number): boolean => year % 400 === 0 || (year % 4 === 0 && year % 100 !== 0);
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function parseDay(text: string): number {
  const yearFound = YEAR.exec(text);
  if (yearFound === null) return Number.NaN;
  const plain = yearFound[1] === undefined ? Number.NaN : Number.parseInt(yearFound[1], 10);
  const century = yearFound[2] === undefined ? null : Number.parseInt(yearFound[2], 10);
  const year = century === null ? plain : century * 100;
  const rest = text.slice((yearFound[1] ?? yearFound[2] ?? '').length);
  const found = REST.exec(rest);
  if (found === null || Number.isNaN(year)) return Number.NaN;
  const date = utcYear(year);
  if (found[4] !== undefined) return parseWeek(year, Number(found[4]) - 1, number(found[5]) - 1, found[5]);
  if (found[1] !== undefined) {
    const dayOfYear = Number(found[1]);
    if (dayOfYear < 1 || dayOfYear > (isLeap(year) ? 366 : 365)) return Number.NaN;
    return date.getTime() + (dayOfYear - 1) * DAY_MS;
  }
  const month = found[2] === undefined ? 0 : Number(found[2]) - 1;
  const day = found[3] === undefined ? 1 : Number(found[3]);
  const length = month === 1 && isLeap(year) ? 29 : DAYS[month];
  if (length === undefined || day < 1 || day > length) return Number.NaN;
  date.setUTCFullYear(year, month, day);
  return date.getTime();
}

function parseWeek(year: number, week: number, day: number, dayText: string | undefined): number {
  const dayOfWeek = dayText === undefined ? 0 : day;
  if (week < 0 || week > 52 || dayOfWeek < 0 || dayOfWeek > 6) return Number.NaN;
  const fourth = new Date(Date.UTC(year, 0, 4));
  return fourth.getTime() + (week * 7 + dayOfWeek + 1 - (fourth.getUTCDay() || 7)) * DAY_MS;
}

function parseTime(text: string): number {
  const found = TIME.exec(text);
  if (found === null) return Number.NaN;
  const part = (value: string | undefined): number =>
    value === undefined || value === '' ? 0 : Number.parseFloat(value.replace(',', '.'));
  const [hours, minutes, seconds] = [part(found[1]), part(found[2]), part(found[3])];
  const valid =
    hours === 24
      ? minutes === 0 && seconds === 0
      : seconds >= 0 && seconds < 60 && minutes >= 0 && minutes < 60 && hours >= 0 && hours < 25;
  return valid ? hours * 3_600_000 + minutes * 60_000 + seconds * 1000 : Number.NaN;
}

function parseZone(text: string): number {
  if (text === 'Z') return 0;
  const found = ZONE.exec(text);
  if (found === null) return 0;
  const minutes = number(found[3]);
  if (minutes > 59) return Number.NaN;
  return (found[1] === '+' ? -1 : 1) * (number(found[2]) * 3_600_000 + minutes * 60_000);
}

/** Milliseconds since 1970 in UTC, or NaN. */
export function parseIsoDate(text: string): number {
  const parts = split(text);
  if (parts === null || parts.date === undefined || parts.date === '') return Number.NaN;
  const day = parseDay(parts.date);
  if (Number.isNaN(day)) return day;
  const time = parts.time === undefined || parts.time === '' ? 0 : parseTime(parts.time);
  const zone = parts.zone === undefined ? 0 : parseZone(parts.zone);
  const result = day + time + zone;
  return Math.abs(result) <= MAX_TIME ? Math.trunc(result) : Number.NaN;
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

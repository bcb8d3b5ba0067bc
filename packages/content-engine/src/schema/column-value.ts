import type { Column } from './schema.ts';

/** A value as columns store and compare it: a number (booleans as 1 and 0, times in milliseconds), a text or null. */
export type Comparable = number | string | null;

/** SQLite's order: null, then numbers, then text by its UTF-8 bytes. */
export function compareValues(a: Comparable, b: Comparable): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  if (typeof a === 'number') return typeof b === 'number' ? a - b || (a < b ? -1 : a > b ? 1 : 0) : -1;
  return typeof b === 'number' ? 1 : compareUtf8(a, b);
}

const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;

function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left === right) continue;
    if (isSurrogate(left) !== isSurrogate(right)) return isSurrogate(left) ? 1 : -1;
    return left - right;
  }
  return a.length - b.length;
}

/** Surrogates, and the characters that UTF-16 sorts after them and UTF-8 before. */
const SORTS_DIFFERENTLY = /[\ud800-\uffff]/;

export interface NumberedValues {
  /** The number of each value; null has 0. */
  numbers: Uint32Array;
  /** Number of distinct values. */
  distinct: number;
  hasNull: boolean;
}

/** Numbers values from 0 in the order of `compareValues`, equal ones equally; several times as fast as sorting by it. */
export function numberValues(values: readonly Comparable[]): NumberedValues {
  const texts = [...new Set(values.filter((value) => typeof value === 'string'))];
  // Without a comparison function, texts are sorted by their UTF-16 code units.
  if (texts.some((text) => SORTS_DIFFERENTLY.test(text))) texts.sort(compareUtf8);
  else texts.sort();
  const amounts = distinctNumbers(values);
  const hasNull = values.includes(null);
  const firstAmount = hasNull ? 1 : 0;
  const firstText = firstAmount + amounts.length;
  const textNumbers = new Map(texts.map((text, at) => [text, firstText + at]));
  const numbers = Uint32Array.from(values, (value) => {
    if (typeof value === 'string') return textNumbers.get(value) ?? 0;
    return value === null ? 0 : firstAmount + positionIn(amounts, value);
  });
  return { numbers, distinct: firstText + texts.length, hasNull };
}

function distinctNumbers(values: readonly Comparable[]): Float64Array {
  const sorted = Float64Array.from(values.filter((value) => typeof value === 'number')).sort();
  return sorted.filter((value, at) => at === 0 || value !== sorted[at - 1]);
}

function positionIn(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the text that LIKE sees in a column. */
export function likeText(column: Column, value: number | string): string {
  if (typeof value === 'string') return value;
  if (column.type !== 'decimal' || !Number.isFinite(value)) return String(value);
  const text = String(Number(value.toPrecision(15)));
  return Number.isInteger(value) && !text.includes('e') ? `${text}.0` : text;
}

const UPPER = /[A-Z]/;
const ASCII = /^[\0-\x7f]*$/;

/** Lower case for A to Z alone, as the reference's database has it. */
function lowerAscii(text: string): string {
  if (!UPPER.test(text)) return text;
  return ASCII.test(text) ? text.toLowerCase() : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Letters that have another canonical form, or combine to one: none of them is below U+0300. */
const HAS_FORMS = /[\u0300-\uffff]/;
const JOINERS = /[\u200c\u200d]/g;

/**
 * Returns the text that conditions of the kind LIKE compare: in NFC and without the joiners of Indic scripts, which change the
 * shape of a letter, not the word; in lower case for A to Z alone.
 */
export function comparedText(text: string): string {
  const canonical = HAS_FORMS.test(text) ? text.normalize('NFC').replace(JOINERS, '') : text;
  return lowerAscii(canonical);
}

/** Encodes the JSON value of a stored document for a column. Invalid times become null. */
export function encodeValue(column: Column, value: unknown): Comparable {
  if (value === null || value === undefined) return null;
  switch (column.type) {
    case 'boolean':
      return value === true || value === 1 ? 1 : 0;
    case 'datetime': {
      const time = value instanceof Date ? value.getTime() : Date.parse(String(value));
      return Number.isNaN(time) ? null : time;
    }
    case 'json':
      return JSON.stringify(value);
    case 'integer':
    case 'decimal':
    case 'id':
      return typeof value === 'number' ? value : Number(value);
    default:
      return typeof value === 'string' ? value : String(value);
  }
}

const DAY_MS = 86_400_000;
let lastDay = Number.NaN;
let lastDayText = '';
const twoDigits = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'));

/** Same as `toISOString`, with the text of the last day cached: most times of one response are of the same day. */
function isoText(time: number): string {
  const day = Math.floor(time / DAY_MS);
  if (day !== lastDay) {
    lastDayText = new Date(day * DAY_MS).toISOString().slice(0, -13);
    lastDay = day;
  }
  const rest = time - day * DAY_MS;
  const hours = twoDigits[Math.floor(rest / 3_600_000)];
  const minutes = twoDigits[Math.floor(rest / 60_000) % 60];
  const seconds = twoDigits[Math.floor(rest / 1000) % 60];
  return `${lastDayText}${hours}:${minutes}:${seconds}.${String(rest % 1000).padStart(3, '0')}Z`;
}

/** Encodes a column value as JSON text. */
export function valueJson(column: Column, value: Comparable): string {
  if (value === null) return 'null';
  switch (column.type) {
    case 'boolean':
      return value === 1 ? 'true' : 'false';
    case 'datetime':
      return `"${isoText(Number(value))}"`;
    case 'json':
      return String(value);
    default:
      return JSON.stringify(value);
  }
}

/** Decodes a column value to the JSON value of a stored document. */
export function decodeValue(column: Column, value: Comparable): unknown {
  if (value === null) return null;
  switch (column.type) {
    case 'boolean':
      return value === 1;
    case 'datetime':
      return new Date(Number(value)).toISOString();
    case 'json':
      return JSON.parse(String(value));
    default:
      return value;
  }
}

import { validationError } from '@vidhi/contracts/errors.ts';
import type { Comparable } from '../schema/column-value.ts';
import type { Column } from '../schema/schema.ts';
import { extractDay, parseIsoDate, parseTimestamp } from './iso-date.ts';
import { invalidParameter, toNumber } from './query-string.ts';
import type { QueryValue } from './query-string.ts';

const toText = (value: QueryValue): string => (typeof value === 'string' ? value : String(value));

/** Converts a value of a filter to the encoded type of its column. Throws 400 when it cannot be converted. */
export function castFilterValue(column: Column, value: QueryValue): Comparable {
  if (value === null || value === undefined) return null;
  if (typeof value === 'object') throw invalidParameter(Object.keys(value)[0] ?? column.name);
  switch (column.type) {
    case 'id':
      return numericIfPossible(value);
    case 'integer':
    case 'decimal': {
      const number = toNumber(value);
      if (Number.isNaN(number)) throw validationError(`Expected a valid Number, got ${value}`);
      return number;
    }
    case 'boolean':
      return castBoolean(value) ? 1 : 0;
    case 'date':
      return castDay(value);
    case 'datetime':
      return castTime(value);
    case 'json':
      return JSON.stringify(value);
    default:
      return toText(value);
  }
}

/** Returns the number that a text denotes, else the text, as the reference's database compares texts with integers. */
export function numericIfPossible(text: string): Comparable {
  return /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(text) ? Number(text) : text;
}

/** `t`, `f`, `1`, `0` and the words; as in the reference, any other text but the empty one is true. */
export function castBoolean(value: string): boolean {
  if (value === 'true' || value === 't' || value === '1') return true;
  if (value === 'false' || value === 'f' || value === '0') return false;
  return value !== '';
}

/** Returns the `yyyy-MM-dd` that a text starts with. Throws 400 when there is none. */
export function castDay(value: string): string {
  const day = extractDay(value);
  if (day === null) throw validationError('Invalid format, expected yyyy-MM-dd');
  if (Number.isNaN(parseIsoDate(day))) throw validationError('Invalid date');
  return day;
}

/** Returns the time in milliseconds since the Unix epoch. Throws 400 when the text is no timestamp. */
export function castTime(value: string): number {
  const time = parseTimestamp(value);
  if (Number.isNaN(time)) throw validationError('Invalid format, expected a timestamp or an ISO date');
  return time;
}

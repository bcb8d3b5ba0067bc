import { validationError } from '@vidhi/contracts/errors.ts';
import type { Comparable } from '../schema/column-value.ts';
import type { Column } from '../schema/schema.ts';
import { extractDay, parseIsoDate, parseTimestamp } from './iso-date.ts';
import { invalidParameter, toNumber } from './query-string.ts';
import type { QueryValue } from './query-string.ts';

const scalar = (value: QueryValue): string => (typeof value === 'string' ? value : String(value));

/** Converts a filter's value to what its column holds; refuses what cannot be converted. */
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
      return scalar(value);
  }
}

/** A text compared with an integer column becomes a number when it looks like one. */
export function numericIfPossible(text: string): Comparable {
  return /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(text) ? Number(text) : text;
}

export function castBoolean(value: string): boolean {
  if (value === 'true' || value === 't' || value === '1') return true;
  if (value === 'false' || value === 'f' || value === '0') return false;
  return value !== '';
}

export function castDay(value: string): string {
  const day = extractDay(value);
  if (day === null) throw validationError('Invalid format, expected yyyy-MM-dd');
  if (Number.isNaN(parseIsoDate(day))) throw validationError('Invalid date');
  return day;
}

export function castTime(value: string): number {
  const time = parseTimestamp(value);
  if (Number.isNaN(time)) throw validationError('Invalid format, expected a timestamp or an ISO date');
  return time;
}

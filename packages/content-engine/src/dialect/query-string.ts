import { parse } from 'qs';
import { validationError } from '@vidhi/contracts/errors.ts';

/** A value parsed by `qs`: a string, null (a key without `=`), or an array or object of values. */
export type QueryValue = string | null | undefined | QueryValue[] | { [key: string]: QueryValue };
export type QueryObject = { [key: string]: QueryValue };

export const QUERY_LIMITS = { bytes: 16 * 1024, parameters: 1000, arrayEntries: 1000, depth: 20 };

/** Parses a raw query string (without `?`) as the reference does. Throws 400 beyond QUERY_LIMITS. */
export function parseQueryString(raw: string): QueryObject {
  if (raw === '') return {};
  if (raw.length > QUERY_LIMITS.bytes) throw validationError('The query string is too long');
  let parameters = 1;
  for (let at = raw.indexOf('&'); at !== -1; at = raw.indexOf('&', at + 1)) parameters += 1;
  if (parameters > QUERY_LIMITS.parameters) throw validationError('The query string has too many parameters');
  const query: unknown = parse(raw, {
    strictNullHandling: true,
    arrayLimit: QUERY_LIMITS.arrayEntries,
    parameterLimit: QUERY_LIMITS.parameters,
    depth: QUERY_LIMITS.depth,
  });
  return isQueryObject(query) ? query : {};
}

function isQueryObject(value: unknown): value is QueryObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isObject(value: QueryValue): value is QueryObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns whether a parameter occurs in the query and has a value. */
export const isPresent = (value: QueryValue): boolean => value !== undefined && value !== null;

export function isStringArray(value: QueryValue): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Converts a value to a number as the reference does: null and blank texts to 0, other texts that are no number to NaN. */
export function toNumber(value: QueryValue): number {
  if (value === null) return 0;
  if (value === undefined) return Number.NaN;
  const text = (typeof value === 'string' ? value : String(value)).trim();
  if (/^0b[01]+$/i.test(text)) return Number.parseInt(text.slice(2), 2);
  if (/^0o[0-7]+$/i.test(text)) return Number.parseInt(text.slice(2), 8);
  return Number(text);
}

/** Creates the 400 that names an unknown or forbidden parameter. */
export const invalidParameter = (name: string): Error => validationError(`Invalid parameter ${name}`);

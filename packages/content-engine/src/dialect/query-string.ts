import { parse } from 'qs';
import { validationError } from '@vidhi/contracts/errors.ts';

/** What `qs` makes of a query string: strings, nulls (a key without `=`), arrays and objects of them. */
export type QueryValue = string | null | undefined | QueryValue[] | { [key: string]: QueryValue };
export type QueryObject = { [key: string]: QueryValue };

export const QUERY_LIMITS = { bytes: 16 * 1024, parameters: 1000, arrayEntries: 1000, depth: 20 };

/** Parses a raw query string as the reference does, within limits that the reference lacks. */
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

export function isStringArray(value: QueryValue): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Text to number as the reference converts it: blank is 0, anything else that is no number is NaN. */
export function toNumber(value: QueryValue): number {
  if (value === null) return 0;
  if (value === undefined) return Number.NaN;
  const text = (typeof value === 'string' ? value : String(value)).trim();
  if (/^0b[01]+$/i.test(text)) return Number.parseInt(text.slice(2), 2);
  if (/^0o[0-7]+$/i.test(text)) return Number.parseInt(text.slice(2), 8);
  return Number(text);
}

export const invalidParameter = (name: string): Error => validationError(`Invalid parameter ${name}`);

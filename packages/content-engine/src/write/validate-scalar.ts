import { validationError } from '@vidhi/contracts/errors.ts';
import type { ScalarAttribute } from '../schema/collection.ts';
import { castDay, castTime } from '../dialect/cast-value.ts';
import { isEmail, typeMessage } from './validation-messages.ts';

export type WriteMode = 'create' | 'update';

/** A converted value and the messages of the checks that it failed. */
export interface CheckedValue {
  value: unknown;
  messages: string[];
}

export interface ScalarCheck {
  name: string;
  attribute: ScalarAttribute;
  value: unknown;
  mode: WriteMode;
  /** Required attributes may be missing in drafts. */
  isDraft: boolean;
  /** Returns whether another document has this value. Called for unique attributes only. */
  isTaken: (value: unknown) => boolean;
}

const TYPES = {
  string: 'string',
  text: 'string',
  email: 'string',
  enumeration: 'string',
  integer: 'number',
  decimal: 'number',
  boolean: 'boolean',
  json: 'mixed',
  date: 'mixed',
  datetime: 'mixed',
} as const;

/** Converts and validates one attribute of a body, with the reference's order of checks and messages. */
export function checkScalar(check: ScalarCheck): CheckedValue {
  const { name, attribute, value, mode } = check;
  const required = attribute.required === true && !check.isDraft;
  const cast = castScalar(attribute, value);
  if (cast === undefined)
    return { value: cast, messages: required && mode === 'create' ? [`${name} must be defined.`] : [] };
  const type = TYPES[attribute.type];
  if (cast === null && !required) return withEnumeration(attribute, name, cast);
  if (type !== 'mixed' && !hasType(type, cast)) {
    const messages = [typeMessage(name, type, cast, value)];
    return { value: cast, messages: [...messages, ...withEnumeration(attribute, name, cast).messages] };
  }
  if (cast === null)
    return {
      value: cast,
      messages: [`${name} ${mode === 'create' ? 'must be defined.' : 'cannot be null.'}`],
    };
  const listed = withEnumeration(attribute, name, cast);
  if (listed.messages.length > 0) return listed;
  const messages = [...checkLimits(check, cast)];
  if (attribute.unique === true && value !== null && check.isTaken(cast))
    messages.push('This attribute must be unique');
  return { value: cast, messages };
}

function withEnumeration(
  { type, enum: values = [] }: ScalarAttribute,
  name: string,
  value: unknown,
): CheckedValue {
  if (type !== 'enumeration' || value === null || (typeof value === 'string' && values.includes(value))) {
    return { value, messages: [] };
  }
  return { value, messages: [`${name} must be one of the following values: ${[...values, ''].join(', ')}`] };
}

/** Infinite numbers are rejected, as JSON cannot represent them. */
function hasType(type: 'string' | 'number' | 'boolean', value: unknown): boolean {
  return typeof value === type && (typeof value !== 'number' || Number.isFinite(value));
}

function castScalar({ type }: ScalarAttribute, value: unknown): unknown {
  switch (type) {
    case 'integer':
    case 'decimal':
      return castNumber(value);
    case 'boolean':
      if (typeof value === 'boolean' || value === null || value === undefined) return value;
      if (/^(true|1)$/i.test(String(value))) return true;
      return /^(false|0)$/i.test(String(value)) ? false : value;
    case 'enumeration':
      if (value === null || value === undefined || typeof value === 'object') return value;
      return String(value);
    default:
      return value;
  }
}

function castNumber(value: unknown): unknown {
  if (value === null || value === undefined || typeof value === 'number') return value;
  if (typeof value === 'string') {
    const text = value.replaceAll(/\s/g, '');
    const number = text === '' ? Number.NaN : Number(text);
    return Number.isNaN(number) ? Number.parseFloat(String(number)) : number;
  }
  return Number.parseFloat(String(value));
}

function* checkLimits({ name, attribute, isDraft }: ScalarCheck, value: unknown): Generator<string> {
  const { type, min, max, minLength, maxLength } = attribute;
  if (typeof value === 'string' && type !== 'enumeration') {
    if (minLength !== undefined && !isDraft && value.length < minLength) {
      yield `${name} must be at least ${minLength} characters`;
    }
    if (maxLength !== undefined && value.length > maxLength)
      yield `${name} must be at most ${maxLength} characters`;
    if (type === 'email' && !isEmail(value)) yield `${name} must be a valid email`;
    if (type === 'email' && value === '') yield `${name} cannot be empty`;
  }
  if (typeof value === 'number') {
    if (type === 'integer' && !Number.isInteger(value)) yield `${name} must be an integer`;
    if (min !== undefined && value < min) yield `${name} must be greater than or equal to ${min}`;
    if (max !== undefined && value > max) yield `${name} must be less than or equal to ${max}`;
  }
}

/** Converts a checked value to stored form. Throws 400 for an invalid date, which the reference's database rejects. */
export function storedScalar({ type }: ScalarAttribute, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (type === 'date') {
    if (typeof value !== 'string') throw validationError('Invalid format, expected yyyy-MM-dd');
    return castDay(value);
  }
  if (type === 'datetime') return new Date(castTime(String(value))).toISOString();
  return value;
}

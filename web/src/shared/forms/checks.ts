import { isMailable } from '@vidhi/contracts/email-address.ts';
import type { Check } from './form-definition.ts';

const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/** Rejects blank text, an unticked box, an empty list and no value, with the given message. */
export const filled =
  (message: string): Check<unknown, unknown> =>
  (value) =>
    isBlank(value) ? message : null;

/** `filled` with the specification's generic message. */
export const required = (field: string): Check<unknown, unknown> => filled(`The ${field} field is required`);

/** Rejects text that does not match; blank text is left to `filled`. */
export const matches =
  (pattern: RegExp, message: string): Check<string | undefined, unknown> =>
  (value = '') =>
    isBlank(value) || pattern.test(value.trim()) ? null : message;

/** Rejects text that a rule of the services rejects; blank text is left to `filled`. */
export const passes =
  (isValid: (text: string) => boolean, message: string): Check<string | undefined, unknown> =>
  (value = '') =>
    isBlank(value) || isValid(value.trim()) ? null : message;

/** Rejects an address that the services could not mail. */
export const email = (message: string) => passes(isMailable, message);

export const minLength =
  (length: number, message: string): Check<string | undefined, unknown> =>
  (value = '') =>
    isBlank(value) || value.length >= length ? null : message;

/** Rejects a value that differs from that of another field. */
export const sameAs =
  <Name extends string>(other: Name, message: string): Check<unknown, Readonly<Record<Name, unknown>>> =>
  (value, values) =>
    isBlank(value) || value === values[other] ? null : message;

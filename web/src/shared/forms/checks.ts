import { tenDigits } from '@vidhi/contracts/digits.ts';
import { isMailable } from '@vidhi/contracts/email-address.ts';
import { readPin } from '@vidhi/contracts/postal-circles.ts';
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

const passes =
  (isValid: (text: string) => boolean, message: string): Check<string | undefined, unknown> =>
  (value = '') =>
    isBlank(value) || isValid(value.trim()) ? null : message;

/** Rejects an address that the services could not mail. */
export const email = (message: string) => passes(isMailable, message);

/** Rejects what is no Indian phone number of ten digits, however it is written. */
export const phone = (message: string) => passes((text) => tenDigits(text) !== null, message);
/** Rewrites a phone number as ten digits once it is complete. */
export const normalizePhone = (text: string): string => tenDigits(text) ?? text;

/** Rejects what is no PIN, however it is written. */
export const pin = (message: string) => passes((text) => readPin(text) !== null, message);
/** Rewrites a PIN as six digits once it is complete. */
export const normalizePin = (text: string): string => readPin(text) ?? text;

export const minLength =
  (length: number, message: string): Check<string | undefined, unknown> =>
  (value = '') =>
    isBlank(value) || value.length >= length ? null : message;

/** Rejects a value that differs from that of another field. */
export const sameAs =
  <Name extends string>(other: Name, message: string): Check<unknown, Readonly<Record<Name, unknown>>> =>
  (value, values) =>
    isBlank(value) || value === values[other] ? null : message;

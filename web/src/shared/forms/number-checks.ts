import { tenDigits } from '@vidhi/contracts/digits.ts';
import { readPin } from '@vidhi/contracts/postal-circles.ts';
import { passes } from './checks.ts';

/** Rejects what is no Indian phone number of ten digits, however it is written. */
export const phone = (message: string) => passes((text) => tenDigits(text) !== null, message);
/** Rewrites a phone number as ten digits once it is complete. */
export const normalizePhone = (text: string): string => tenDigits(text) ?? text;

/** Rejects what is no PIN, however it is written. */
export const pin = (message: string) => passes((text) => readPin(text) !== null, message);
/** Rewrites a PIN as six digits once it is complete. */
export const normalizePin = (text: string): string => readPin(text) ?? text;

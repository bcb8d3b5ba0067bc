/** First digit of each script of India, and of full width, that people and keyboards write numbers in. */
const ZEROS = [
  0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x1c50, 0xabf0,
  0xff10,
];
const DIGIT = /[\p{Nd}]/gu;

/** Returns the text with digits of other scripts as ASCII digits. */
export const asciiDigits = (text: string): string =>
  text.replaceAll(DIGIT, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = ZEROS.find((start) => code >= start && code < start + 10);
    return zero === undefined ? digit : String(code - zero);
  });

/** Spaces, marks of direction, hyphens, dots and brackets that people put between the digits of a number. */
const SEPARATORS = /[\s\p{Cf}\p{Pd}().\-/]/gu;
/** Ten digits after the prefixes of a call; a number within India begins with no zero. */
const PHONE = /^(?:\+?0?91|0091|0)?([1-9][0-9]{9})$/;
/** The prefix of trunk calls within the country code, as in `+91 (0) 98765 43210`. */
const TRUNK_PREFIX = /^(\+?91|0091)0(?=[0-9]{10}$)/;

/**
 * Returns the ten digits of an Indian phone number, however it is written: with the country code, a leading zero, separators, digits
 * of another script. Null where they are not ten digits.
 */
export function tenDigits(text: string): string | null {
  // Keyboards of full width have a plus sign and brackets of their own.
  const compact = asciiDigits(text.normalize('NFKC')).replaceAll(SEPARATORS, '').replace(TRUNK_PREFIX, '$1');
  return PHONE.exec(compact)?.[1] ?? null;
}

/** Returns the number in the form of E.164, for the card provider. */
export const toE164 = (digits: string): string => (/^[0-9]{10}$/.test(digits) ? `+91${digits}` : digits);

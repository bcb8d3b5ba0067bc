const MAX_LENGTH = 80;
/** A telephone number, Aadhaar or card, however its digits are grouped. */
const LONG_NUMBER = /\p{Nd}(?:[\s().+/-]*\p{Nd}){7}/u;
const CODE = /\p{Nd}{6}/u;
/** PAN, also as a part of a GSTIN. */
const PAN = /[a-z]{5}\d{4}[a-z]/;

/**
 * Returns a search as it is counted: in lower case, with single spaces, cut to 80 characters. Null for what may be about a person:
 * an address of mail or the web, a telephone number, PIN code, PAN, Aadhaar, or another long number.
 */
export function countedSearch(text: string): string | null {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  if (plain === '' || plain.includes('@') || plain.includes('://')) return null;
  if (CODE.test(plain) || LONG_NUMBER.test(plain) || PAN.test(plain.replaceAll(' ', ''))) return null;
  return [...plain].slice(0, MAX_LENGTH).join('').trim();
}

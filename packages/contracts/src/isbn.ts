const compact = (text: string): string => text.replaceAll(/[\s\u2010-\u2015-]/gu, '').toUpperCase();

const TEN = /^\d{9}[\dX]$/;
const THIRTEEN = /^\d{13}$/;
/** A number as spreadsheets write one that is too wide for its column: `9.78019E+12`. */
const SHORTENED = /^\d+(?:[.,]\d+)?E\+?\d+$/i;

const sumOf = (digits: string, weightOf: (index: number) => number): number =>
  [...digits].reduce((sum, digit, index) => sum + (digit === 'X' ? 10 : Number(digit)) * weightOf(index), 0);
const isTen = (digits: string): boolean =>
  TEN.test(digits) && sumOf(digits, (index) => 10 - index) % 11 === 0;
const isThirteen = (digits: string): boolean =>
  THIRTEEN.test(digits) && sumOf(digits, (index) => (index % 2 === 0 ? 1 : 3)) % 10 === 0;

/** Returns why a text is no ISBN, for people; null for an ISBN of 10 or 13 digits, with or without hyphens. */
export function isbnProblem(text: string): string | null {
  const digits = compact(text);
  if (SHORTENED.test(digits))
    return 'A spreadsheet has shortened this number: format its column as text and type the ISBN again';
  if (!TEN.test(digits) && !THIRTEEN.test(digits))
    return `An ISBN has 10 or 13 digits, this has ${digits.replaceAll(/\D/g, '').length}`;
  if (THIRTEEN.test(digits) && !/^97[89]/.test(digits)) return 'An ISBN of 13 digits begins with 978 or 979';
  return isTen(digits) || isThirteen(digits)
    ? null
    : 'The last digit does not fit: please compare it with the book';
}

/** Returns the 13 digits by which ISBNs are compared, whatever their form; null for a text that is none. */
export function isbnKey(text: string): string | null {
  if (isbnProblem(text) !== null) return null;
  const digits = compact(text);
  if (digits.length === 13) return digits;
  const first = `978${digits.slice(0, 9)}`;
  const rest = sumOf(first, (index) => (index % 2 === 0 ? 1 : 3)) % 10;
  return `${first}${(10 - rest) % 10}`;
}

import type { Book } from './book.ts';
import { COURT_BOOKS } from './books-courts.ts';
import { DESK_BOOKS } from './books-desk.ts';
import { PEOPLE_BOOKS } from './books-people.ts';
import { REVENUE_BOOKS } from './books-revenue.ts';

/** A book's id is its position here, so new ones come last. */
export const BOOKS: readonly Book[] = [...COURT_BOOKS, ...REVENUE_BOOKS, ...PEOPLE_BOOKS, ...DESK_BOOKS];

/** An ISBN prefix that no agency has been assigned, so that no number here exists. */
const PREFIX = '979900000';

/** Returns the ISBN-13 of the book at a position: the prefix, its number and the check digit. */
export function isbnOf(index: number): string {
  const digits = `${PREFIX}${String(index + 1).padStart(3, '0')}`;
  const sum = [...digits].reduce(
    (total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

const FICTIONAL = {
  en: 'A fictional book: neither it, its authors nor its publisher exist.',
  hi: 'यह पुस्तक काल्पनिक है: न वह है, न उसके लेखक, न प्रकाशक।',
};

/** The description as HTML: what it is about, what is in it, and that it does not exist. */
export function bookDetails({ about, chapters, series }: Book): string {
  const language = series === 'hindi' ? 'hi' : 'en';
  const list = chapters.map((chapter) => `<li>${chapter}</li>`).join('');
  const heading = language === 'hi' ? 'पुस्तक में' : 'Inside';
  return `<p>${about}</p>\n<h2>${heading}</h2>\n<ul>${list}</ul>\n<p><em>${FICTIONAL[language]}</em></p>\n`;
}

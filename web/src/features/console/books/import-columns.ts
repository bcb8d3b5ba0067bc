import { isbnProblem } from '@vidhi/contracts/isbn.ts';

/** Attributes of a book that a file may have, with their names in the first row. */
export const COLUMNS = [
  'id',
  'title',
  'subtitle',
  'isbn',
  'edition',
  'pages',
  'binding',
  'type',
  'price',
  'discount',
  'short description',
  'hidden',
  'authors',
  'publishers',
  'categories',
] as const;
export type ColumnName = (typeof COLUMNS)[number];

/** Other names that spreadsheets have for them. */
const ALIASES: Readonly<Record<string, ColumnName>> = {
  bookid: 'id',
  name: 'title',
  bookname: 'title',
  isbn10: 'isbn',
  isbn13: 'isbn',
  mrp: 'price',
  mrpinr: 'price',
  priceinr: 'price',
  discountpercent: 'discount',
  description: 'short description',
  author: 'authors',
  authornames: 'authors',
  publisher: 'publishers',
  category: 'categories',
};
const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Returns the column that a heading names; null for another one. */
export function columnOf(heading: string): ColumnName | null {
  const name = plain(heading);
  return COLUMNS.find((column) => plain(column) === name) ?? ALIASES[name] ?? null;
}

/** Attributes of the API with one value. */
export const ATTRIBUTES = {
  title: 'Title',
  subtitle: 'SubTitle',
  isbn: 'ISBN',
  edition: 'Edition',
  pages: 'Pages',
  binding: 'Binding',
  type: 'Type',
  price: 'Price',
  discount: 'discount',
  'short description': 'ShortDescription',
  hidden: 'is_hidden',
} as const satisfies Partial<Record<ColumnName, string>>;
export type ValueColumn = keyof typeof ATTRIBUTES;

/** Those that are lists of names. */
export const LISTS = {
  authors: 'author_names',
  publishers: 'publishers',
  categories: 'Category',
} as const satisfies Partial<Record<ColumnName, string>>;
export type ListColumn = keyof typeof LISTS;

export type Read<Value> = { value: Value } | { message: string };

const MAX_PRICE = 10_000_000;
/** `1,25,000.50` or `1,250.50`: commas between groups of digits, of which the last has three. `450,50` may be 450.50. */
const AMOUNT = /^\d{1,3}(?:(?:,\d{2,3})*,\d{3})?(?:\.\d{1,2})?$|^\d+(?:\.\d{1,2})?$/;

/** Reads an amount in rupees: `₹1,250.00`, `Rs. 450/-`, `INR 450`. */
export function readPrice(text: string): Read<number> {
  const digits = text
    .trim()
    .replace(/^(?:₹|rs\.?|inr)\s*/i, '')
    .replace(/\s*\/-$/, '')
    .trim();
  if (!AMOUNT.test(digits)) return { message: `“${text}” is no price in rupees, such as 450 or 1,250.50` };
  const value = Number(digits.replaceAll(',', ''));
  return value > MAX_PRICE ? { message: `${text} is more than a book costs` } : { value };
}

/** Reads a discount in percent: `10`, `10%`, `12.5 %`. */
export function readDiscount(text: string): Read<number> {
  const digits = text.trim().replace(/\s*%$/, '');
  const value = Number(digits);
  return /^\d+(?:\.\d{1,2})?$/.test(digits) && value < 100
    ? { value }
    : { message: `“${text}” is no discount: percent from 0 to less than 100, such as 10 or 12.5` };
}

const readPages = (text: string): Read<number> =>
  /^[1-9]\d{0,4}$/.test(text.trim())
    ? { value: Number(text) }
    : { message: `“${text}” is no number of pages` };

function readIsbn(text: string): Read<string> {
  const message = isbnProblem(text);
  return message === null ? { value: text.trim() } : { message };
}

/** Texts of spreadsheets for a book that is hidden, and for one that is not. */
const HIDDEN: Readonly<Record<string, boolean>> = {
  yes: true,
  true: true,
  '1': true,
  no: false,
  false: false,
  '0': false,
};

function readHidden(text: string): Read<boolean> {
  const value = HIDDEN[text.toLowerCase()];
  return value === undefined ? { message: `“${text}” is neither yes nor no` } : { value };
}

const MAX_TEXT = 255;
const readText = (text: string): Read<string> =>
  text.trim().length > MAX_TEXT
    ? { message: `The text is longer than ${MAX_TEXT} characters` }
    : { value: text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim() };

/** Reads the text of a cell that is not blank. */
export function readValue(column: ValueColumn, text: string): Read<string | number | boolean> {
  switch (column) {
    case 'price':
      return readPrice(text);
    case 'discount':
      return readDiscount(text);
    case 'pages':
      return readPages(text);
    case 'isbn':
      return readIsbn(text);
    case 'hidden':
      return readHidden(text);
    case 'short description':
      return { value: text.normalize('NFC').trim() };
    default:
      return readText(text);
  }
}

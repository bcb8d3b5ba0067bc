import { bookCollection } from '@vidhi/collections/catalog/book.ts';
import { offerProblems, type Offer } from '@vidhi/contracts/book-offer.ts';
import { isbnProblem } from '@vidhi/contracts/isbn.ts';
import type { Check } from '#shared/forms/form-definition.ts';
import { fieldOf, type Field } from '../kit/form-field.ts';
import { AUTHORS, CATEGORIES, PUBLISHERS, TAGS, type BookRow } from './book-api.ts';

const isPercent = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value < 100;
const isBlank = (value: unknown): boolean => value === null || value === undefined || value === '';

const percent: Check<unknown, unknown> = (value) =>
  isBlank(value) || isPercent(value) ? null : 'A discount is a number of percent from 0 to less than 100';

/** Rejects a text that is no ISBN. The stored one may be older than this check. */
const isbn =
  (stored: string | null | undefined): Check<unknown, unknown> =>
  (value) =>
    typeof value !== 'string' || value.trim() === '' || value.trim() === stored?.trim()
      ? null
      : isbnProblem(value);

const MESSAGES: Readonly<Record<string, string>> = {
  discount_from: 'Say when the offer begins, or leave its discount and its end empty',
  discount_to: 'The offer must end after it begins',
  offer_discount: 'Say how many percent the offer has, or leave its dates empty',
};

/** Rejects the part of an offer that does not fit the others. */
const offer =
  (name: string): Check<unknown, unknown> =>
  (_value, values) => {
    const problems = offerProblems(values as Offer);
    const isWithout = isBlank((values as Offer).offer_discount);
    if (isWithout && name === 'offer_discount') return problems.length > 0 ? (MESSAGES[name] ?? null) : null;
    return !isWithout && problems.some(({ path }) => path[0] === name) ? (MESSAGES[name] ?? null) : null;
  };

/** The fields of a book. The discount is the one without an offer. */
export const bookFields = (row: Partial<BookRow>): readonly Field[] => [
  fieldOf(bookCollection, 'Title'),
  fieldOf(bookCollection, 'SubTitle', { label: 'Subtitle' }),
  fieldOf(bookCollection, 'ISBN', {
    help: '10 or 13 digits, with or without hyphens',
    checks: [isbn(row.ISBN)],
  }),
  fieldOf(bookCollection, 'author_names', {
    label: 'Authors',
    kind: 'records',
    of: AUTHORS.choices,
    create: AUTHORS.create,
    help: 'Type a name; one that is not there yet is created',
  }),
  fieldOf(bookCollection, 'publishers', {
    label: 'Publishers',
    kind: 'records',
    of: PUBLISHERS.choices,
    create: PUBLISHERS.create,
  }),
  fieldOf(bookCollection, 'Category', {
    label: 'Categories',
    kind: 'records',
    of: CATEGORIES.choices,
    create: CATEGORIES.create,
  }),
  fieldOf(bookCollection, 'PropertyList1', {
    label: 'Tags',
    kind: 'records',
    of: TAGS.choices,
    create: TAGS.create,
  }),
  fieldOf(bookCollection, 'PrimaryImageId', { label: 'Cover' }),
  fieldOf(bookCollection, 'SecondaryImageIds', { label: 'More pictures', kind: 'pictures' }),
  fieldOf(bookCollection, 'ShortDescription', { label: 'Short description' }),
  fieldOf(bookCollection, 'Detail1', { label: 'Description', kind: 'html' }),
  fieldOf(bookCollection, 'Edition'),
  fieldOf(bookCollection, 'Pages'),
  fieldOf(bookCollection, 'Binding'),
  fieldOf(bookCollection, 'Type'),
  fieldOf(bookCollection, 'is_hidden', { label: 'Hidden: not in the shop, and cannot be bought' }),
  fieldOf(bookCollection, 'Price', { label: 'MRP in rupees' }),
  fieldOf(bookCollection, 'usual_discount', { label: 'Discount in percent', checks: [percent] }),
  fieldOf(bookCollection, 'offer_discount', {
    label: 'Offer: discount in percent',
    help: 'For a time, instead of the discount above. It begins and ends by itself.',
    checks: [percent, offer('offer_discount')],
  }),
  fieldOf(bookCollection, 'discount_from', {
    label: 'Offer begins (Indian time)',
    kind: 'moment',
    checks: [offer('discount_from')],
  }),
  fieldOf(bookCollection, 'discount_to', {
    label: 'Offer ends (Indian time)',
    kind: 'moment',
    help: 'Empty: the offer becomes the discount for good',
    checks: [offer('discount_to')],
  }),
];

import { bookCollection } from '@vidhi/collections/catalog/book.ts';
import { discountAt, usualDiscountOf } from '@vidhi/contracts/book-offer.ts';
import { formatPaise, formatRupees, priceOf } from '#shared/catalogue/money.ts';
import { formatDay, formatMoment } from '#shared/text/dates.ts';
import { contentResource, deleteAction, type RowAction } from '../kit/define-resource.ts';
import type { ContentCondition } from '../kit/row.ts';
import * as styles from '../kit.module.css';
import * as books from './books.module.css';
import { BookCategoriesForm, BookTagsForm } from './book-link-forms.tsx';
import { AUTHORS, bookApi, CATEGORIES, PUBLISHERS, type BookRow } from './book-api.ts';

const percent = (value: number): string => (value === 0 ? '' : `${value} %`);

/** The offer of a book in a few words: `25 % from 6 Nov 2026, 12:00 am to …`. */
function offerText(book: BookRow): string {
  const { offer_discount: offer, discount_from: from, discount_to: to } = book;
  if (offer === null || offer === undefined) return '';
  const end = to ? ` until ${formatMoment(to)}` : '';
  return `${offer} % from ${formatMoment(from ?? '')}${end}`;
}

const coverOf = ({ PrimaryImageId: cover }: BookRow): string | undefined =>
  cover?.formats?.['thumbnail']?.url ?? cover?.url ?? undefined;

const HIDDEN =
  'Hidden books are not in the shop and cannot be bought. Orders that contain them stay as they are.';

const hide = (isHidden: boolean): RowAction<BookRow> => ({
  key: isHidden ? 'hide' : 'show',
  label: isHidden ? 'Hide' : 'Show',
  isBulk: true,
  isPossible: ({ is_hidden: isNow }) => (isNow === true) !== isHidden,
  ...(isHidden
    ? {
        confirm: () => HIDDEN,
      }
    : {}),
  run: (row, writes) => writes.update(row.id, { is_hidden: isHidden || null }),
});

/** The books of the shop, hidden ones included. */
export const bookResource = contentResource(bookCollection, {
  api: bookApi,
  one: 'Book',
  many: 'Books',
  path: '/console/books',
  writers: ['shop'],
  defaultSort: '-updatedAt',
  columns: [
    {
      key: 'title',
      label: 'Title',
      sort: 'Title',
      isTitle: true,
      render: ({ Title }) => Title ?? '',
    },
    {
      key: 'cover',
      label: 'Cover',
      render: (row) =>
        coverOf(row) === undefined ? (
          ''
        ) : (
          <img className={books.bookCover} src={coverOf(row)} alt="" loading="lazy" />
        ),
      text: (row) => row.PrimaryImageId?.url ?? '',
    },
    {
      key: 'price',
      label: 'Price',
      isNumber: true,
      render: (row) => {
        const price = priceOf(row.Price, discountAt(row, Date.now()));
        return price === null ? '' : formatPaise(price.payable);
      },
    },
    {
      key: 'state',
      label: 'In the shop',
      render: ({ is_hidden: isHidden }) => (
        <span className={`${styles.badge} ${isHidden === true ? styles.badgeSoft : styles.badgeGood}`}>
          {isHidden === true ? 'Hidden' : 'Shown'}
        </span>
      ),
      text: ({ is_hidden: isHidden }) => (isHidden === true ? 'Hidden' : 'Shown'),
    },
    { key: 'isbn', label: 'ISBN', sort: 'ISBN', render: ({ ISBN }) => ISBN ?? '' },
    {
      key: 'mrp',
      label: 'MRP',
      sort: 'Price',
      isNumber: true,
      render: ({ Price }) => (typeof Price === 'number' ? formatRupees(Price) : ''),
    },
    {
      key: 'discount',
      label: 'Discount',
      isNumber: true,
      render: (row) => percent(discountAt(row, Date.now())),
    },
    { key: 'offer', label: 'Offer', isOptional: true, render: offerText },
    {
      key: 'usual',
      label: 'Usual discount',
      isOptional: true,
      isNumber: true,
      render: (row) => percent(usualDiscountOf(row)),
    },
    {
      key: 'authors',
      label: 'Authors',
      isOptional: true,
      render: (row) => AUTHORS.namesOf(row.author_names),
    },
    {
      key: 'publishers',
      label: 'Publishers',
      isOptional: true,
      render: (row) => PUBLISHERS.namesOf(row.publishers),
    },
    {
      key: 'categories',
      label: 'Categories',
      isOptional: true,
      render: (row) => CATEGORIES.namesOf(row.Category),
    },
    { key: 'type', label: 'Type', sort: 'Type', isOptional: true, render: ({ Type }) => Type ?? '' },
    {
      key: 'updated',
      label: 'Changed',
      sort: 'updatedAt',
      render: ({ updatedAt }) => <span className={styles.nowrap}>{formatDay(updatedAt ?? '')}</span>,
      text: ({ updatedAt }) => formatDay(updatedAt ?? ''),
    },
  ],
  filters: [
    {
      key: 'hidden',
      label: 'Hidden',
      kind: 'flag',
      toConditions: (value) =>
        value === 'true' ? [['[is_hidden][$eq]', 'true']] : [['[is_hidden][$ne]', 'true']],
    },
    {
      key: 'category',
      label: 'Category',
      kind: 'record',
      of: CATEGORIES.choices,
      toConditions: (value) => [['[Category][id][$eq]', value]],
    },
    {
      key: 'publisher',
      label: 'Publisher',
      kind: 'record',
      of: PUBLISHERS.choices,
      toConditions: (value) => [['[publishers][id][$eq]', value]],
    },
    {
      key: 'missing',
      label: 'Missing',
      kind: 'choice',
      choices: [
        { value: 'cover', label: 'No cover' },
        { value: 'isbn', label: 'No ISBN' },
        { value: 'author', label: 'No author' },
        { value: 'category', label: 'No category' },
      ],
      toConditions: (value) => {
        const paths: Readonly<Record<string, ContentCondition<typeof bookCollection>[0]>> = {
          cover: '[PrimaryImageId][id][$null]',
          isbn: '[ISBN][$null]',
          author: '[author_names][id][$null]',
          category: '[Category][id][$null]',
        };
        const path = paths[value];
        return path === undefined ? [] : [[path, 'true']];
      },
    },
    {
      key: 'offer',
      label: 'Has an offer',
      kind: 'flag',
      toConditions: (value) => [[`[offer_discount][${value === 'true' ? '$notNull' : '$null'}]`, 'true']],
    },
  ],
  actions: [hide(true), hide(false), deleteAction('Book')],
  jobs: {
    service: 'catalog',
    collection: bookCollection.plural,
    actions: [
      { key: 'hide', label: 'Hide', confirm: () => HIDDEN },
      { key: 'show', label: 'Show' },
      { key: 'categories', label: 'Categories', ParamsForm: BookCategoriesForm },
      { key: 'tags', label: 'Tags', ParamsForm: BookTagsForm },
    ],
  },
  empty: { title: 'No books yet', hint: 'Add the first one, or import a CSV file of your books.' },
});

import { Fragment } from 'react';
import type { PurchaseRow } from '@vidhi/contracts/shop-desk.ts';
import { formatMoment } from '#shared/text/dates.ts';
import { bookApi } from '../books/book-api.ts';
import { choiceFilter, namedChoices } from '../kit/choice-filter.ts';
import { defineResource } from '../kit/define-resource.ts';
import { recordChoices } from '../kit/record-choices.ts';
import { orderListApi } from './order-api.ts';
import { ExportOrders } from './export-orders.tsx';
import { MoneyBadge, moneyText, StatusBadge } from './order-badges.tsx';
import { OrderTools } from './order-tools.tsx';
import * as styles from './orders.module.css';
import { REFUND_NAMES, STATUS_NAMES, copies, rupees, waitingDays } from './order-texts.ts';

/** Returns for what an order waits; empty for one that does not. */
function waitText({ status, needs_address, has_request, created_at }: PurchaseRow): string {
  if (has_request) return 'Asks for something';
  if (status !== 'unshipped' && status !== 'partly_shipped') return '';
  return needs_address ? 'Waits for an address' : waitingDays(created_at, Date.now());
}

/** The moment in one line, or in two where columns are many: a day and a time are never broken. */
const Moment = ({ iso }: { iso: string }) =>
  formatMoment(iso)
    .split(/(?<=,) /)
    .map((part) => (
      <Fragment key={part}>
        <span className={styles.orderNumber}>{part}</span>{' '}
      </Fragment>
    ));

const itemsText = ({ lines, copies: count }: PurchaseRow): string =>
  `${lines[0]?.title ?? ''}${lines.length > 1 ? ` and ${lines.length - 1} more` : ''}, ${copies(count)}`;

const kindOf = ({ buyer, by_hand }: PurchaseRow): string =>
  by_hand !== null ? 'By hand' : buyer.user_id === null ? 'Guest' : 'Account';

const TO_SHIP = 'to_ship';

/** Returns rupees as they were typed in paise; null for another text. */
const paiseOf = (text: string): string | null =>
  /^\d{1,9}(?:\.\d{1,2})?$/.test(text.trim()) ? String(Math.round(Number(text) * 100)) : null;

const amount = (key: 'min' | 'max') => (value: string) => {
  const paise = paiseOf(value);
  return paise === null ? [] : [[key, paise] as const];
};
const day = (key: 'from' | 'to') => (value: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) ? [[key, value] as const] : [];

/** Everything that was bought, first what is to be shipped. */
export const orderResource = defineResource<PurchaseRow>({
  api: orderListApi,
  one: 'Order',
  many: 'Orders',
  path: '/console/orders',
  writers: ['shop'],
  canCreate: true,
  defaultSort: '-created_at',
  firstView: {
    name: 'To ship',
    filters: { state: TO_SHIP },
    sort: 'created_at',
    empty: 'Everything is shipped.',
  },
  views: [
    {
      key: 'requests',
      name: 'Requests',
      filters: { request: 'open' },
      empty: 'No buyer waits for a decision.',
    },
    {
      key: 'problem',
      name: 'Problems',
      filters: { problem: 'true' },
      empty: 'No payment needs your attention.',
    },
    {
      key: 'shipped',
      name: 'Shipped',
      filters: { state: 'shipped' },
      empty: 'No parcel is on its way.',
    },
    {
      key: 'cancelled',
      name: 'Cancelled',
      filters: { state: 'cancelled' },
      empty: 'No order was cancelled.',
    },
  ],
  columns: [
    {
      key: 'number',
      label: 'Order',
      isTitle: true,
      render: (row) => <span className={styles.orderNumber}>{row.purchase_number ?? row.id}</span>,
      text: (row) => row.purchase_number ?? row.id,
    },
    {
      key: 'created',
      label: 'Date',
      sort: 'created_at',
      render: ({ created_at }) => <Moment iso={created_at} />,
      text: ({ created_at }) => formatMoment(created_at),
    },
    {
      key: 'buyer',
      label: 'Buyer',
      render: ({ buyer }) => <span className={styles.orderBuyer}>{buyer.name ?? 'Not recorded'}</span>,
      text: ({ buyer }) => buyer.name ?? 'Not recorded',
    },
    {
      key: 'total',
      label: 'Total',
      sort: 'total',
      isNumber: true,
      render: ({ total_paise }) => rupees(total_paise),
    },
    {
      key: 'state',
      label: 'State',
      render: ({ status }) => <StatusBadge status={status} />,
      text: ({ status }) => STATUS_NAMES[status],
    },
    { key: 'waits', label: 'Waits', isAlwaysShown: true, render: waitText },
    {
      key: 'payment',
      label: 'Payment',
      render: (row) => <MoneyBadge order={row} />,
      text: moneyText,
    },
    { key: 'items', label: 'Items', render: itemsText },
    { key: 'city', label: 'City', isOptional: true, render: ({ buyer }) => buyer.city ?? '' },
    { key: 'tags', label: 'Tags', isOptional: true, render: ({ tags }) => tags.join(', ') },
    { key: 'bill', label: 'Bill', isOptional: true, render: ({ bill_number }) => bill_number ?? '' },
    { key: 'kind', label: 'Ordered', isOptional: true, render: kindOf },
    {
      key: 'refunded',
      label: 'Went back',
      isOptional: true,
      isNumber: true,
      render: ({ refunded_paise }) => (refunded_paise === 0 ? '' : rupees(refunded_paise)),
    },
  ],
  filters: [
    {
      key: 'state',
      label: 'State',
      kind: 'choice',
      choices: [{ value: TO_SHIP, label: 'Something is to be shipped' }, ...namedChoices(STATUS_NAMES)],
      toConditions: (value) =>
        value === TO_SHIP ? [['unshipped', 'true']] : value in STATUS_NAMES ? [['status', value]] : [],
    },
    choiceFilter('refund', 'Payment', REFUND_NAMES),
    choiceFilter('request', 'Request', { open: 'The buyer waits for a decision' }),
    choiceFilter('problem', 'Problem', { true: 'Disputed, or a refund has failed' }),
    { key: 'from', label: 'From', kind: 'date', toConditions: day('from') },
    { key: 'to', label: 'Until', kind: 'date', toConditions: day('to') },
    { key: 'min', label: 'From ₹', kind: 'text', toConditions: amount('min') },
    { key: 'max', label: 'Up to ₹', kind: 'text', toConditions: amount('max') },
    {
      key: 'book',
      label: 'Book',
      kind: 'record',
      of: recordChoices(bookApi, 'Title', ({ id, Title }) => Title ?? `#${id}`),
      toConditions: (value) => (/^[1-9]\d{0,14}$/.test(value) ? [['book', value]] : []),
    },
    {
      key: 'city',
      label: 'City',
      kind: 'text',
      toConditions: (value) => (value.trim() === '' ? [] : [['city', value.trim().slice(0, 120)]]),
    },
    choiceFilter('buyer', 'Buyer', { guest: 'Without an account', account: 'With an account' }),
    {
      key: 'tag',
      label: 'Tag',
      kind: 'text',
      toConditions: (value) =>
        value.trim() === '' ? [] : [['tag', value.trim().toLowerCase().slice(0, 40)]],
    },
  ],
  ExportButton: ExportOrders,
  BulkTools: OrderTools,
  empty: {
    title: 'There are no orders yet.',
    hint: 'Orders of the shop are listed here. Write down one that somebody gives you by phone with New order.',
  },
});

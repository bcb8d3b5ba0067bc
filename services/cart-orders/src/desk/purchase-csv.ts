import { streamCsv, type CsvColumn } from '@vidhi/contracts/csv.ts';
import { handPaymentText } from '@vidhi/contracts/hand-order-names.ts';
import { placeOf } from '@vidhi/contracts/postal-address.ts';
import type { Purchase } from '../purchases/purchase.ts';
import { creditNotesOf, dayOf } from '../purchases/purchase.ts';
import { fulfilmentOf } from './desk-fields.ts';

const rupees = (paise: number): string => (paise / 100).toFixed(2);

const COLUMNS: readonly CsvColumn<Purchase>[] = [
  ['purchase', ({ purchaseNumber }) => purchaseNumber ?? null],
  ['bill', ({ bill }) => bill?.number ?? null],
  ['date', ({ createdAt }) => dayOf(createdAt)],
  ['status', (purchase) => fulfilmentOf(purchase)],
  ['name', ({ billing, hand }) => billing?.name ?? hand?.name ?? null],
  ['email', ({ billing, hand }) => billing?.email ?? hand?.email ?? null],
  ['phone', ({ shipping, billing }) => (shipping ?? billing)?.phone ?? null],
  ['ship to', ({ shipping }) => shipping?.name ?? null],
  ['address', ({ shipping }) => (shipping === null ? null : placeOf(shipping))],
  ['city', ({ shipping }) => shipping?.city ?? null],
  ['state', ({ shipping }) => shipping?.state ?? null],
  ['pincode', ({ shipping }) => shipping?.pincode ?? null],
  ['books', ({ lines }) => lines.map(({ title, quantity }) => `${quantity} x ${title}`).join(' | ')],
  ['copies', ({ lines }) => lines.reduce((sum, { quantity }) => sum + quantity, 0)],
  ['shipping charge', ({ shippingPaise }) => Number(rupees(shippingPaise))],
  ['total', ({ totalPaise }) => Number(rupees(totalPaise))],
  ['refunded', ({ returnedPaise = 0 }) => Number(rupees(returnedPaise))],
  [
    'credit notes',
    (purchase) =>
      creditNotesOf(purchase)
        .map(({ number }) => number)
        .join(' '),
  ],
  ['payment', ({ paymentId, hand }) => paymentId ?? (hand === undefined ? null : handPaymentText(hand))],
  ['tags', ({ tags = [] }) => tags.join(' ')],
];

/** Returns the parts of a file with a row for each purchase. */
export const purchasesAsCsv = (purchases: AsyncIterable<Purchase>): AsyncGenerator<string> =>
  streamCsv(COLUMNS, purchases);

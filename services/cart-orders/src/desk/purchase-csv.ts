import { handPaymentText } from '@vidhi/contracts/hand-order-names.ts';
import { placeOf } from '@vidhi/contracts/postal-address.ts';
import type { Purchase } from '../purchases/purchase.ts';
import { creditNotesOf, dayOf } from '../purchases/purchase.ts';
import { fulfilmentOf } from './desk-fields.ts';

/** A text at whose beginning a spreadsheet sees a formula. A full-width sign is one for some of them. */
const FORMULA = /^[\s]*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20|%]/u;

/** Returns a value as a cell of CSV. An apostrophe in front of a formula makes it a text. */
export function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const inert = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n;]/.test(inert) || inert !== inert.trim() ? `"${inert.replaceAll('"', '""')}"` : inert;
}

const rupees = (paise: number): string => (paise / 100).toFixed(2);

type Column = readonly [name: string, value: (purchase: Purchase) => string | number | null];

const COLUMNS: readonly Column[] = [
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

const row = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

/**
 * Yields purchases as CSV (RFC 4180) in UTF-8, with the mark by which spreadsheets recognize that, one row at a time:
 * the memory for a million is that for one.
 */
export async function* purchasesAsCsv(purchases: AsyncIterable<Purchase>): AsyncGenerator<string> {
  yield `\uFEFF${row(COLUMNS.map(([name]) => csvCell(name)))}`;
  for await (const purchase of purchases) yield row(COLUMNS.map(([, value]) => csvCell(value(purchase))));
}

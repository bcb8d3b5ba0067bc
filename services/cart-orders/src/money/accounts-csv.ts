import { streamCsv, type CsvColumn } from '@vidhi/contracts/csv.ts';
import { handPaymentText } from '@vidhi/contracts/hand-order-names.ts';
import { creditNotesOf, type Purchase } from '../purchases/purchase.ts';

/** A document of the month: a bill, or a credit note with the amounts that it takes back. */
interface Entry {
  purchase: Purchase;
  document: 'Bill' | 'Credit note';
  number: string;
  date: string;
  /** Amount of a credit note; null for a bill. */
  creditPaise: number | null;
}

const rupees = (paise: number): number => Number((paise / 100).toFixed(2));
const sum = (purchase: Purchase, of: (line: Purchase['lines'][number]) => number): number =>
  purchase.lines.reduce((total, line) => total + of(line) * line.quantity, 0);
/** Amounts of a bill; blank on a credit note, which has one amount for all. */
const ofBill =
  (paiseOf: (purchase: Purchase) => number): CsvColumn<Entry>[1] =>
  ({ purchase, creditPaise }) =>
    creditPaise === null ? rupees(paiseOf(purchase)) : null;

const COLUMNS: readonly CsvColumn<Entry>[] = [
  ['document', ({ document }) => document],
  ['number', ({ number }) => number],
  ['date', ({ date }) => date],
  ['of bill', ({ purchase, creditPaise }) => (creditPaise === null ? null : (purchase.bill?.number ?? null))],
  ['order', ({ purchase }) => purchase.purchaseNumber ?? null],
  ['buyer', ({ purchase: { billing, hand } }) => billing?.name ?? hand?.name ?? null],
  ['state', ({ purchase: { shipping, billing } }) => (shipping ?? billing)?.state ?? null],
  ['pincode', ({ purchase: { shipping, billing } }) => (shipping ?? billing)?.pincode ?? null],
  ['copies', ({ purchase, creditPaise }) => (creditPaise === null ? sum(purchase, () => 1) : null)],
  ['books at MRP', ofBill((purchase) => sum(purchase, ({ listPaise }) => listPaise))],
  ['discount', ofBill((purchase) => sum(purchase, ({ listPaise, unitPaise }) => listPaise - unitPaise))],
  ['books', ofBill((purchase) => sum(purchase, ({ unitPaise }) => unitPaise))],
  ['shipping', ofBill(({ shippingPaise }) => shippingPaise)],
  [
    'total',
    ({ purchase: { totalPaise }, creditPaise }) => rupees(creditPaise === null ? totalPaise : -creditPaise),
  ],
  ['payment', ({ purchase }) => purchase.paymentId ?? null],
  // Orders by hand are paid outside of the provider.
  ['paid by', ({ purchase: { hand } }) => (hand === undefined ? 'card provider' : handPaymentText(hand))],
  ['cancelled', ({ purchase }) => (purchase.status === 'CANCELLED' ? 'yes' : '')],
];

const isIn = (month: string, date: string): boolean => date.startsWith(`${month}-`);

/** Returns the documents of a month that a purchase has. */
function entriesOf(purchase: Purchase, month: string): Entry[] {
  const { bill } = purchase;
  return [
    ...(bill !== undefined && isIn(month, bill.date)
      ? [{ purchase, document: 'Bill' as const, number: bill.number, date: bill.date, creditPaise: null }]
      : []),
    ...creditNotesOf(purchase)
      .filter(({ date }) => isIn(month, date))
      .map(({ number, date, amountPaise }) => ({
        purchase,
        document: 'Credit note' as const,
        number,
        date,
        creditPaise: amountPaise,
      })),
  ];
}

async function* entriesIn(purchases: AsyncIterable<Purchase>, month: string): AsyncGenerator<Entry> {
  for await (const purchase of purchases) yield* entriesOf(purchase, month);
}

/**
 * Returns the parts of a file with the bills and credit notes of a month, for an accountant. The sum of `total` is what the
 * shop took, less what it gave back.
 */
export const accountsAsCsv = (purchases: AsyncIterable<Purchase>, month: string): AsyncGenerator<string> =>
  streamCsv(COLUMNS, entriesIn(purchases, month));

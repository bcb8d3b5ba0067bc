import { streamCsv, type CsvColumn } from '@vidhi/contracts/csv.ts';
import { handPaymentText } from '@vidhi/contracts/hand-order-names.ts';
import type { CheckoutFee } from '@vidhi/contracts/payment-fees.ts';
import { creditNotesOf, type Purchase } from '../purchases/purchase.ts';

/** A document of the month: a bill, or a credit note with the amounts that it takes back. */
interface Entry {
  purchase: Purchase;
  document: 'Bill' | 'Credit note';
  number: string;
  date: string;
  /** Amount of a credit note; null for a bill. */
  creditPaise: number | null;
  /** Fee of the provider for the payment; undefined where it is not known, or nothing was paid there. */
  fee: CheckoutFee | undefined;
}

const rupees = (paise: number): number => Number((paise / 100).toFixed(2));
const sum = (purchase: Purchase, of: (line: Purchase['lines'][number]) => number): number =>
  purchase.lines.reduce((total, line) => total + of(line) * line.quantity, 0);
/** Amounts of a bill; blank on a credit note, which has one amount for all. */
const ofBill =
  (paiseOf: (purchase: Purchase) => number): CsvColumn<Entry>[1] =>
  ({ purchase, creditPaise }) =>
    creditPaise === null ? rupees(paiseOf(purchase)) : null;

const feeOf =
  (paiseOf: (fee: CheckoutFee) => number): CsvColumn<Entry>[1] =>
  ({ fee, creditPaise }) =>
    creditPaise === null && fee !== undefined ? rupees(paiseOf(fee)) : null;

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
  // Once for each payment, and unchanged by refunds.
  ['provider fee with GST', feeOf(({ feePaise }) => feePaise)],
  ['GST in the fee', feeOf(({ taxPaise }) => taxPaise)],
  // Orders by hand are paid outside of the provider.
  ['paid by', ({ purchase: { hand } }) => (hand === undefined ? 'card provider' : handPaymentText(hand))],
  ['cancelled', ({ purchase }) => (purchase.status === 'CANCELLED' ? 'yes' : '')],
];

const isIn = (month: string, date: string): boolean => date.startsWith(`${month}-`);

/** Returns the documents of a month that a purchase has. */
function entriesOf(purchase: Purchase, month: string, fee: CheckoutFee | undefined): Entry[] {
  const { bill } = purchase;
  return [
    ...(bill !== undefined && isIn(month, bill.date)
      ? [
          {
            purchase,
            document: 'Bill' as const,
            number: bill.number,
            date: bill.date,
            creditPaise: null,
            fee,
          },
        ]
      : []),
    ...creditNotesOf(purchase)
      .filter(({ date }) => isIn(month, date))
      .map(({ number, date, amountPaise }) => ({
        purchase,
        document: 'Credit note' as const,
        number,
        date,
        creditPaise: amountPaise,
        fee,
      })),
  ];
}

const BATCH = 100;

/** Yields the purchases in batches. */
async function* batchesOf(purchases: AsyncIterable<Purchase>): AsyncGenerator<Purchase[]> {
  let batch: Purchase[] = [];
  for await (const purchase of purchases) {
    batch.push(purchase);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** Finds the fees of the provider by checkout. Rejects when payments does not respond. */
export type FindFees = (checkoutIds: string[]) => Promise<CheckoutFee[]>;

async function* entriesIn(
  purchases: AsyncIterable<Purchase>,
  month: string,
  findFees: FindFees,
): AsyncGenerator<Entry> {
  for await (const batch of batchesOf(purchases)) {
    const paid = batch.filter(({ paymentId }) => paymentId !== undefined);
    const found = paid.length === 0 ? [] : await findFees(paid.map(({ checkoutId }) => checkoutId));
    const fees = new Map(found.map((fee) => [fee.id, fee]));
    for (const purchase of batch) yield* entriesOf(purchase, month, fees.get(purchase.checkoutId));
  }
}

async function* startingWith<Item>(first: Item, rest: AsyncIterable<Item>): AsyncGenerator<Item> {
  yield first;
  yield* rest;
}

/**
 * Resolves with the parts of a file with the bills and credit notes of a month, for an accountant, once the first fees were
 * found: without a response of payments there is no file. The sum of `total` is what the shop took, less what it gave back.
 */
export async function accountsAsCsv(
  purchases: AsyncIterable<Purchase>,
  month: string,
  findFees: FindFees,
): Promise<AsyncGenerator<string>> {
  const entries = entriesIn(purchases, month, findFees);
  const first = await entries.next();
  return streamCsv(COLUMNS, first.done === true ? entries : startingWith(first.value, entries));
}

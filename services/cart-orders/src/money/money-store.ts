import type { Connection, mongo } from 'mongoose';
import { modelOf } from '@vidhi/service-kit/stored-collection.ts';
import { PURCHASES } from '../purchases/purchase-collection.ts';
import type { Purchase } from '../purchases/purchase.ts';

/** The purchases of accounts and reports. */
export interface MoneyStore {
  /** Purchases with a bill or a credit note of a month, in the order of their bills. */
  ofMonth(month: string): AsyncIterable<Purchase>;
  /** Purchases that were made in a time, oldest first. */
  madeBetween(from: Date, before: Date): AsyncIterable<Purchase>;
}

const BATCH = 500;

export function mongoMoneyStore(connection: Connection): MoneyStore {
  const purchases = modelOf(connection, PURCHASES);
  const stream = (filter: object): AsyncIterable<Purchase> =>
    purchases
      .find(filter as mongo.Filter<Purchase>)
      .sort({ createdAt: 1 })
      .cursor({ batchSize: BATCH });
  return {
    ofMonth(month) {
      const days = { $gte: `${month}-01`, $lte: `${month}-31` };
      return stream({
        $or: [{ 'bill.date': days }, { 'creditNotes.date': days }, { 'creditNote.date': days }],
      });
    },
    madeBetween: (from, before) => stream({ createdAt: { $gte: from, $lt: before } }),
  };
}

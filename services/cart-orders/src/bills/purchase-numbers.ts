import type { Connection } from 'mongoose';
import type { Purchase } from '../purchases/purchase.ts';
import { PURCHASES_COLLECTION } from '../purchases/purchase-store.ts';
import type { Seller } from './bill.ts';
import type { NumberedPurchases } from './bill-series.ts';

/** Creates the store of the numbers in purchases, each of which is written once. A bill keeps the seller of its time. */
export function mongoPurchaseNumbers(connection: Connection, seller: Seller): NumberedPurchases {
  const purchases = connection.collection<Purchase>(PURCHASES_COLLECTION);
  return {
    async findNumber(_id, kind) {
      const purchase = await purchases.findOne({ _id }, { projection: { bill: 1, creditNote: 1 } });
      const issued = kind === 'BS' ? purchase?.bill : purchase?.creditNote;
      return issued === undefined ? null : { number: issued.number, date: issued.date };
    },
    async writeNumber(_id, kind, issued) {
      if (kind === 'BS')
        await purchases.updateOne(
          { _id, bill: { $exists: false } },
          { $set: { bill: { ...issued, seller } } },
        );
      else
        await purchases.updateOne({ _id, creditNote: { $exists: false } }, { $set: { creditNote: issued } });
    },
  };
}

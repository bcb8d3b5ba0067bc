import type { Connection, mongo } from 'mongoose';
import { modelOf } from '@vidhi/service-kit/stored-collection.ts';
import { DESK_CHANGED, nextCredit, type DueCredit, type Purchase } from '../purchases/purchase.ts';
import { PURCHASES } from '../purchases/purchase-collection.ts';
import type { Seller } from './bill.ts';
import type { NumberedPurchases } from './bill-series.ts';

/** Creates the store of the numbers in purchases, each of which is written once. A bill keeps the seller of its time. */
export function mongoPurchaseNumbers(
  connection: Connection,
  findSeller: () => Promise<Seller>,
): NumberedPurchases {
  const purchases = modelOf(connection, PURCHASES);
  async function findDueCredit(_id: string): Promise<DueCredit | null> {
    const purchase = await purchases.findOne({ _id });
    return purchase === null ? null : nextCredit(purchase);
  }
  return {
    hasBill: async (_id) => (await purchases.findOne({ _id, bill: { $exists: true } }, { _id: 1 })) !== null,
    findDueCredit,
    async writeBill(_id, issued) {
      const seller = await findSeller();
      await purchases.updateOne(
        { _id, bill: { $exists: false } },
        {
          $set: { bill: { ...issued, seller }, ...DESK_CHANGED.$set },
          $inc: DESK_CHANGED.$inc,
        },
      );
    },
    async writeCreditNote(_id, issued, claimed) {
      const credit = claimed ?? (await findDueCredit(_id)) ?? { amountPaise: 0 };
      const { number } = issued;
      await purchases.updateOne(
        { _id, 'creditNote.number': { $ne: number }, 'creditNotes.number': { $ne: number } },
        {
          $push: { creditNotes: { ...issued, ...credit, at: new Date() } },
          ...DESK_CHANGED,
        } as mongo.UpdateFilter<Purchase>,
      );
    },
  };
}

import type { Connection, mongo } from 'mongoose';
import { notFound } from '@vidhi/contracts/errors.ts';
import type { StoredEntry } from '@vidhi/outbox/entry.ts';
import { withEntries } from '@vidhi/outbox/outbox-document.ts';
import { modelOf } from '@vidhi/service-kit/stored-collection.ts';
import { DESK_CHANGED, type Purchase } from '../purchases/purchase.ts';
import { PURCHASES } from '../purchases/purchase-collection.ts';

export interface PurchaseChange {
  set: Partial<Purchase>;
  unset?: readonly (keyof Purchase)[];
  events?: readonly StoredEntry[];
}

/** Writes of the desk, each a compare-and-set of one purchase. */
export interface PurchaseChanges {
  /**
   * Stores what `change` returns of the purchase as it is, with its events, and repeats that when another write came
   * between; null leaves it. An error of `change` rejects. Resolves with the purchase afterwards; 404 without one.
   */
  change(id: string, change: (purchase: Purchase) => PurchaseChange | null): Promise<Purchase>;
  /** Purchases with refunds whose next look is due. */
  findRefundsDue(limit: number): Promise<string[]>;
}

const MAX_ATTEMPTS = 50;

export function mongoPurchaseChanges(connection: Connection): PurchaseChanges {
  const purchases = modelOf(connection, PURCHASES);
  return {
    async change(_id, change) {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const purchase = await purchases.findOne({ _id });
        if (purchase === null) throw notFound();
        const wanted = change(purchase);
        if (wanted === null) return purchase;
        const { set, unset = [], events = [] } = wanted;
        const update = {
          $set: { ...set, ...DESK_CHANGED.$set },
          $inc: DESK_CHANGED.$inc,
          ...(unset.length === 0 ? {} : { $unset: Object.fromEntries(unset.map((field) => [field, ''])) }),
        };
        const { matchedCount } = await purchases.updateOne(
          { _id, deskSeq: purchase.deskSeq ?? { $exists: false } } as mongo.Filter<Purchase>,
          withEntries<Purchase>(update as mongo.UpdateFilter<Purchase>, events),
        );
        if (matchedCount === 1) return (await purchases.findOne({ _id })) ?? purchase;
      }
      throw new Error(`the purchase ${_id} changes too often`);
    },
    async findRefundsDue(limit) {
      const found = await purchases
        .find({ refundsCheckAt: { $lte: new Date() } }, { _id: 1 })
        .sort({ refundsCheckAt: 1 })
        .limit(limit);
      return found.map(({ _id }) => _id);
    },
  };
}

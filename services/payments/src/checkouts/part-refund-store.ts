import type { Connection, mongo } from 'mongoose';
import { modelOf } from '@vidhi/service-kit/stored-collection.ts';
import { CHECKOUTS } from './checkout-collection.ts';
import type { Checkout, PartRefund } from './checkout.ts';

/** Refunds of parts, in their checkouts. Every write is one conditional update; a repetition matches nothing. */
export interface PartRefundStore {
  /** Adds a refund to a paid checkout that has none with its key, and makes it due. Resolves with the one of the key. */
  add(checkoutId: string, refund: Pick<PartRefund, 'key' | 'amountPaise'>): Promise<PartRefund | null>;
  /** Stores the progress of a refund that is in this state. */
  moved(checkoutId: string, refund: PartRefund, from: PartRefund['state']): Promise<void>;
}

export function mongoPartRefundStore(connection: Connection): PartRefundStore {
  const checkouts = modelOf(connection, CHECKOUTS);
  return {
    async add(_id, { key, amountPaise }) {
      const added: PartRefund = { key, amountPaise, state: 'DUE' };
      await checkouts.updateOne({ _id, paymentId: { $exists: true }, 'partRefunds.key': { $ne: key } }, {
        $push: { partRefunds: added },
        $set: { refundDueAt: new Date() },
      } as mongo.UpdateFilter<Checkout>);
      const checkout = await checkouts.findOne({ _id });
      return checkout?.partRefunds?.find((one) => one.key === key) ?? null;
    },
    async moved(_id, refund, from) {
      // As one value, like the other refunds.
      await checkouts.updateOne(
        { _id },
        { $set: { 'partRefunds.$[old]': refund } },
        { arrayFilters: [{ 'old.key': refund.key, 'old.state': from }] },
      );
    },
  };
}

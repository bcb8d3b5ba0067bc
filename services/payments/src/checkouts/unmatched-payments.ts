import type { Connection } from 'mongoose';
import type { ProviderPayment } from '../razorpay/provider.ts';

interface UnmatchedPayment {
  _id: string;
  orderId: string | null;
  amountPaise: number;
  currency: string;
  foundAt: Date;
  /** Time at which staff dismissed the payment. */
  dismissedAt?: Date;
}

/** Captured payments at the provider that belong to no checkout. */
export interface UnmatchedPayments {
  add(payment: ProviderPayment): Promise<void>;
  isFoundBefore(paymentId: string, before: Date): Promise<boolean>;
  remove(paymentId: string): Promise<void>;
  list(limit: number): Promise<UnmatchedPayment[]>;
}

export function mongoUnmatchedPayments(connection: Connection): UnmatchedPayments {
  const payments = connection.collection<UnmatchedPayment>('unmatched_payments');
  return {
    async add({ id, order_id: orderId, amount: amountPaise, currency }) {
      const found = { orderId, amountPaise, currency, foundAt: new Date() };
      await payments.updateOne({ _id: id }, { $setOnInsert: found }, { upsert: true });
    },
    isFoundBefore: async (paymentId, before) =>
      (await payments.findOne({
        _id: paymentId,
        foundAt: { $lt: before },
        dismissedAt: { $exists: false },
      })) !== null,
    async remove(paymentId) {
      await payments.deleteOne({ _id: paymentId });
    },
    list: (limit) => payments.find({}).limit(limit).toArray(),
  };
}

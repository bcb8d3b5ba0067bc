import type { Connection } from 'mongoose';
import {
  modelOf,
  optional,
  required,
  requiredOrNull,
  storedCollection,
  type StoredDocument,
} from '@vidhi/service-kit/stored-collection.ts';
import type { ProviderPayment } from '../razorpay/provider.ts';

export const UNMATCHED_PAYMENTS = storedCollection('unmatched_payments', {
  _id: required(String),
  orderId: requiredOrNull(String),
  amountPaise: required(Number),
  currency: required(String),
  foundAt: required(Date),
  /** Time at which staff dismissed the payment. */
  dismissedAt: optional(Date),
});
type UnmatchedPayment = StoredDocument<typeof UNMATCHED_PAYMENTS>;

/** Captured payments at the provider that belong to no checkout. */
export interface UnmatchedPayments {
  add(payment: ProviderPayment): Promise<void>;
  isFoundBefore(paymentId: string, before: Date): Promise<boolean>;
  remove(paymentIds: readonly string[]): Promise<void>;
  list(limit: number): Promise<UnmatchedPayment[]>;
}

export function mongoUnmatchedPayments(connection: Connection): UnmatchedPayments {
  const payments = modelOf(connection, UNMATCHED_PAYMENTS);
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
    async remove(paymentIds) {
      await payments.deleteMany({ _id: { $in: [...paymentIds] } });
    },
    list: (limit) => payments.find({}).limit(limit).exec(),
  };
}

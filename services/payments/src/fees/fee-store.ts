import type { Connection, mongo } from 'mongoose';
import type { CheckoutFee, FeeSums } from '@vidhi/contracts/payment-fees.ts';
import { modelOf } from '@vidhi/service-kit/stored-collection.ts';
import { CHECKOUTS } from '../checkouts/checkout-collection.ts';
import type { Checkout } from '../checkouts/checkout.ts';

export type FeeDue = Pick<Checkout, '_id' | 'paymentId' | 'payment'>;

/** Fees of the provider for payments. */
export interface FeeStore {
  /** Makes the fees due of payments that older releases have captured without them. */
  noteMissing(): Promise<void>;
  findDue(limit: number): Promise<FeeDue[]>;
  /** Stores the fee of a payment. */
  known(id: string, paymentId: string, fee: { feePaise: number; taxPaise: number }): Promise<void>;
  /** Stores the time of the next look; null when there is none. */
  postponed(id: string, next: Date | null): Promise<void>;
  /** The fees of these checkouts that are known. */
  find(ids: readonly string[]): Promise<CheckoutFee[]>;
  /** Sums over the payments that were captured in a time. */
  sum(from: Date, before: Date): Promise<FeeSums>;
}

const BATCH = 500;

export function mongoFeeStore(connection: Connection): FeeStore {
  const checkouts = modelOf(connection, CHECKOUTS);
  return {
    async noteMissing() {
      await checkouts.updateMany(
        {
          paymentId: { $exists: true },
          'payment.feePaise': { $exists: false },
          feeDueAt: { $exists: false },
          'payment.capturedAt': { $gt: new Date(Date.now() - RECENT_MS) },
        },
        { $set: { feeDueAt: new Date() } },
      );
    },
    findDue: (limit) =>
      checkouts
        .find({ feeDueAt: { $lte: new Date() } }, { paymentId: 1, payment: 1 })
        .sort({ feeDueAt: 1 })
        .limit(limit)
        .exec(),
    async known(id, paymentId, { feePaise, taxPaise }) {
      await checkouts.updateOne({ _id: id, paymentId }, {
        $set: { 'payment.feePaise': feePaise, 'payment.taxPaise': taxPaise },
        $unset: { feeDueAt: '' },
      } as mongo.UpdateFilter<Checkout>);
    },
    async postponed(id, next) {
      await checkouts.updateOne(
        { _id: id },
        next === null ? { $unset: { feeDueAt: '' } } : { $set: { feeDueAt: next } },
      );
    },
    async find(ids) {
      const found = await checkouts.find(
        { _id: { $in: [...ids] }, 'payment.feePaise': { $exists: true } },
        { payment: 1 },
      );
      return found.map(({ _id, payment }) => ({
        id: _id,
        feePaise: payment?.feePaise ?? 0,
        taxPaise: payment?.taxPaise ?? 0,
      }));
    },
    async sum(from, before) {
      const sums: FeeSums = { payments: 0, amountPaise: 0, feePaise: 0, taxPaise: 0, unknown: 0 };
      const captured = checkouts
        .find({ 'payment.capturedAt': { $gte: from, $lt: before } }, { payment: 1 })
        .cursor({ batchSize: BATCH });
      for await (const { payment } of captured) {
        sums.payments += 1;
        sums.amountPaise += payment?.amountPaise ?? 0;
        sums.feePaise += payment?.feePaise ?? 0;
        sums.taxPaise += payment?.taxPaise ?? 0;
        if (payment?.feePaise === undefined) sums.unknown += 1;
      }
      return sums;
    },
  };
}

/** Payments of before are not looked up: their settlement reports are with the accountant. */
const RECENT_MS = 400 * 86_400_000;

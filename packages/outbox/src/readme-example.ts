import { Type } from 'typebox';
import type { mongo } from 'mongoose';
import type { EventDeclaration } from '@vidhi/contracts/events.ts';
import { createEntry } from './entry.ts';
import { withAcknowledgement, withEntries, type OutboxDocument } from './outbox-document.ts';
import type { Outbox } from './start-outbox.ts';

export interface Checkout extends OutboxDocument<string> {
  status: 'ORDERED' | 'PAID' | 'FULFILLED';
  totalPaise: number;
}

export const PaymentVerified: EventDeclaration = {
  type: 'payment.verified',
  v: 1,
  data: Type.Object({ totalPaise: Type.Integer() }),
};
export const PAYMENTS_TOPIC = { name: 'payments.checkouts', partitions: 6, compacted: false };

const paymentVerified = (checkoutId: string): string => `${PaymentVerified.type}:${checkoutId}`;

export function createPayments(
  checkouts: mongo.Collection<Checkout>,
  outbox: Pick<Outbox<string>, 'notify'>,
) {
  return {
    /** State and event in one write. A repetition matches nothing and so adds no second event. */
    async capture(checkoutId: string, totalPaise: number): Promise<void> {
      const event = createEntry(PAYMENTS_TOPIC, PaymentVerified, {
        id: paymentVerified(checkoutId),
        key: checkoutId,
        data: { totalPaise },
        occurredAt: new Date(),
      });
      await checkouts.updateOne(
        { _id: checkoutId, status: 'ORDERED', totalPaise },
        withEntries<Checkout>({ $set: { status: 'PAID' } }, [event]),
      );
      outbox.notify(checkoutId);
    },

    /** Handler of order.created: until it ran, payment.verified is published again after 2, 5, 15, 60 … minutes. */
    async fulfil(checkoutId: string): Promise<void> {
      await checkouts.updateOne(
        { _id: checkoutId, status: 'PAID' },
        ...withAcknowledgement<Checkout>({ $set: { status: 'FULFILLED' } }, [paymentVerified(checkoutId)]),
      );
    },
  };
}

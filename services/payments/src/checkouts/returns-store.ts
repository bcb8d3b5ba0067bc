import type { Connection, mongo } from 'mongoose';
import { PaymentChanged } from '@vidhi/contracts/events.ts';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { createEntry } from '@vidhi/outbox/entry.ts';
import { withEntries } from '@vidhi/outbox/outbox-document.ts';
import { failPoint } from '@vidhi/service-kit/fail-point.ts';
import { modelOf } from '@vidhi/service-kit/stored-collection.ts';
import { changedEventId, sumReturns, type Checkout, type Returns } from './checkout.ts';
import { CHECKOUTS } from './checkout-collection.ts';

/** Every write is one conditional update of one checkout; a repetition matches nothing. */
export interface ReturnsStore {
  find(id: string): Promise<Checkout | null>;
  /** The checkout that has this payment: paid by it, or with another captured one that is to be refunded. */
  findWithPayment(paymentId: string): Promise<Checkout | null>;
  /**
   * Replaces what is known to go back, unless that has changed since the checkout was read; then false. With
   * `payment.changed` in the same write when the payment that paid is concerned.
   * @param next time of the next poll; null when no bank has anything left to end
   */
  store(checkout: Checkout, returns: Returns, next: Date | null): Promise<boolean>;
  findDue(limit: number): Promise<Checkout[]>;
  /** Stores the time of the next poll; null when no bank has anything left to end. */
  looked(checkout: Pick<Checkout, '_id' | 'returnsDueAt'>, next: Date | null): Promise<void>;
}

export function mongoReturnsStore(
  connection: Connection,
  topic: TopicLayout,
  notify: (id: string) => void,
): ReturnsStore {
  const checkouts = modelOf(connection, CHECKOUTS);

  function eventOf({ _id, paymentId, returns: before }: Checkout, returns: Returns) {
    if (paymentId === undefined) return [];
    const disputesOf = (one: Returns | undefined): string =>
      JSON.stringify((one?.disputes ?? []).filter((dispute) => dispute.paymentId === paymentId));
    const [old, sums] = [sumReturns(before, paymentId), sumReturns(returns, paymentId)];
    const isSame =
      old.returnedPaise === sums.returnedPaise &&
      old.pendingPaise === sums.pendingPaise &&
      disputesOf(before) === disputesOf(returns);
    if (isSame) return [];
    const { rev, at } = returns;
    const { returnedPaise, pendingPaise, disputedPaise } = sums;
    return [
      createEntry(topic, PaymentChanged, {
        id: changedEventId(_id, rev),
        key: _id,
        data: { checkoutId: _id, paymentId, rev, returnedPaise, pendingPaise, disputedPaise },
        occurredAt: at,
      }),
    ];
  }

  return {
    find: (id) => checkouts.findOne({ _id: id }).exec(),
    findWithPayment: async (paymentId) =>
      (await checkouts.findOne({ paymentId })) ??
      (await checkouts.findOne({ 'refunds.paymentId': paymentId })),
    async store(checkout, returns, next) {
      const { _id, returns: before, paymentId } = checkout;
      const events = eventOf(checkout, returns);
      const update: mongo.UpdateFilter<Checkout> = {
        $set: { returns, ...(next === null ? {} : { returnsDueAt: next }) },
        ...(next === null ? { $unset: { returnsDueAt: '' as const } } : {}),
      };
      const { matchedCount } = await checkouts.updateOne(
        {
          _id,
          ...(before === undefined ? { returns: { $exists: false } } : { 'returns.rev': before.rev }),
          // Without the payment there is no event: a checkout that is paid meanwhile is read again.
          paymentId: paymentId ?? { $exists: false },
        } as mongo.Filter<Checkout>,
        withEntries<Checkout>(update, events),
      );
      if (matchedCount === 0) return false;
      failPoint('payments.returns-stored');
      if (events.length > 0) notify(_id);
      return true;
    },
    findDue: (limit) =>
      checkouts
        .find({ returnsDueAt: { $lte: new Date() } })
        .sort({ returnsDueAt: 1 })
        .limit(limit)
        .exec(),
    async looked({ _id, returnsDueAt }, next) {
      if (returnsDueAt === undefined) return;
      await checkouts.updateOne(
        { _id, returnsDueAt },
        next === null ? { $unset: { returnsDueAt: '' } } : { $set: { returnsDueAt: next } },
      );
    },
  };
}

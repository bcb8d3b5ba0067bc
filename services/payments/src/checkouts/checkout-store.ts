import type { Connection, mongo } from 'mongoose';
import type { Addresses } from '@vidhi/contracts/read-addresses.ts';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { PaymentVerified } from '@vidhi/contracts/events.ts';
import { createEntry } from '@vidhi/outbox/entry.ts';
import { outboxOf, withAcknowledgement, withEntries } from '@vidhi/outbox/outbox-document.ts';
import { failPoint } from '@vidhi/service-kit/fail-point.ts';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import { modelOf } from '@vidhi/service-kit/stored-collection.ts';
import type { ProviderPayment } from '../razorpay/provider.ts';
import { CHECKOUTS } from './checkout-collection.ts';
import { nextBatch } from './next-batch.ts';
import { TRANSITIONS, UNPAID, type Transition } from './transitions.ts';
import {
  OPEN_PART_STATES,
  feeOf,
  verifiedEventId,
  type Checkout,
  type CheckoutStatus,
  type RefundDue,
} from './checkout.ts';

export type RefundState = RefundDue['state'];

const MAX_HISTORY = 50;

export type NewCheckout = Pick<
  Checkout,
  '_id' | 'idemKey' | 'receipt' | 'linkId' | 'userId' | 'snapshot' | 'billing' | 'shipping'
>;

export type RestoredCheckout = NewCheckout &
  Pick<Checkout, 'status' | 'createdAt' | 'providerOrderId' | 'paymentId' | 'payment' | 'purchaseId'>;

/** Every write is one conditional update of one document; a repetition matches nothing. */
export interface CheckoutStore {
  /** Inserts the checkout, unless one with its key exists; resolves with the stored one. */
  insert(checkout: NewCheckout): Promise<Checkout>;
  /** Inserts a checkout that the database has lost; an existing one stays. */
  restore(checkout: RestoredCheckout): Promise<void>;
  findByKey(idemKey: string): Promise<Checkout | null>;
  find(id: string): Promise<Checkout | null>;
  findByOrder(providerOrderId: string): Promise<Checkout | null>;
  /** The checkouts of these orders, in any order. */
  findByOrders(providerOrderIds: readonly string[]): Promise<Checkout[]>;
  findByPayment(paymentId: string): Promise<Checkout | null>;
  ordered(id: string, providerOrderId: string, nextCheckAt: Date): Promise<void>;
  /** Replaces the addresses of an unpaid checkout. False when it was paid before. */
  setAddresses(id: string, addresses: Addresses): Promise<boolean>;
  /** Notes when the provider's dialog was first opened, of an unpaid checkout. */
  dialogOpened(id: string): Promise<void>;
  /** Resolves with whether it is the first attempt. */
  attempted(id: string, by: string): Promise<boolean>;
  /** Status and `payment.verified` in one write. False when it was paid before. */
  paid(checkout: Checkout, payment: ProviderPayment, by: string): Promise<boolean>;
  refundDue(id: string, refund: Pick<RefundDue, 'paymentId' | 'amountPaise' | 'reason'>): Promise<void>;
  /** Stores the progress of a refund, if it is in one of these states. Resolves with whether it was. */
  refundMoved(id: string, refund: RefundDue, from: readonly RefundState[]): Promise<boolean>;
  /**
   * Stores the time of the next check of the refunds, unless a change since they were read makes them due; null when
   * nothing is left.
   */
  refundsChecked(checkout: Checkout, next: Date | null): Promise<void>;
  /** Makes the refunds of the checkout due that the provider has news of. */
  checkRefundsNow(id: string): Promise<void>;
  fulfilled(id: string, purchaseId: string): Promise<boolean>;
  /**
   * Stores the time of the next poll, unless a confirmation since the checkout was read makes it due at once. Null: it
   * expires, and the restoration of its cart becomes due if a payment is awaited.
   */
  checked(checkout: Pick<Checkout, '_id' | 'nextCheckAt'>, next: Date | null): Promise<void>;
  /** Makes the next poll of an unpaid checkout due. */
  checkNow(id: string): Promise<void>;
  /** Stores that an unpaid checkout waits for the capture of this payment. */
  awaitPayment(id: string, paymentId: string): Promise<void>;
  /**
   * Makes the restoration of the cart of an unpaid checkout due at this time, of what is deleted until then; false when
   * it is paid.
   */
  restoreDue(id: string, at: Date): Promise<boolean>;
  /** Stores the time of the next restoration, unless another one was made due meanwhile; null when it is done. */
  restored(checkout: Pick<Checkout, '_id' | 'restoreDueAt'>, next: Date | null): Promise<void>;
  findDue(field: 'refundDueAt' | 'restoreDueAt', limit: number): Promise<Checkout[]>;
  /** The next unpaid orders to poll, in the order of `nextBatch`. */
  findDueForPoll(limit: number): Promise<Checkout[]>;
  count(statuses: readonly CheckoutStatus[]): Promise<number>;
  /**
   * Removes addresses from checkouts. Unpaid ones lose them when they are older than `unpaidBefore` or their account is
   * erased; paid ones when they are older than `paidBefore` and belong to a guest or an erased account.
   */
  removeContacts(limits: { erased: readonly number[]; unpaidBefore: Date; paidBefore: Date }): Promise<void>;
}

export function mongoCheckoutStore(
  connection: Connection,
  topic: TopicLayout,
  notify: (id: string) => void,
  /** Called after each stored change of status. */
  onStatus: (status: CheckoutStatus) => void = () => undefined,
): CheckoutStore {
  const checkouts = modelOf(connection, CHECKOUTS);

  const unpaid = { status: { $in: UNPAID } };
  const isIn = ({ from }: Transition) => ({ status: { $in: [...from] } });

  /** Adds a transition, which the filter must allow, and its entry in the history to an update. */
  const noted = (
    { to }: Transition,
    by: string,
    update: { $set?: Record<string, unknown>; $unset?: Record<string, ''> } = {},
  ): mongo.UpdateFilter<Checkout> =>
    ({
      ...update,
      $set: { ...update.$set, status: to },
      $push: { history: { $each: [{ to, by, at: new Date() }], $slice: -MAX_HISTORY } },
    }) as mongo.UpdateFilter<Checkout>;

  /** A failed attempt changes only the first. */
  const dueForRestoration = (at: Date) => ({ restoreDueAt: at, restoreRemovedBefore: at });

  return {
    async insert(fields) {
      const at = new Date();
      const checkout: Checkout = {
        ...outboxOf([]),
        ...fields,
        status: 'CREATED',
        refunds: [],
        checks: 0,
        createdAt: at,
        history: [{ to: 'CREATED', by: 'checkout', at }],
      };
      try {
        await checkouts.insertOne(checkout);
        onStatus('CREATED');
        return checkout;
      } catch (error) {
        const existing = isDuplicateKey(error) ? await checkouts.findOne({ idemKey: fields.idemKey }) : null;
        if (existing === null) throw error;
        return existing;
      }
    },
    async restore(fields) {
      const checkout: Checkout = {
        ...outboxOf([]),
        ...fields,
        refunds: [],
        checks: 0,
        history: [{ to: fields.status, by: 'restore', at: new Date() }],
      };
      try {
        await checkouts.insertOne(checkout);
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    },
    findByKey: (idemKey) => checkouts.findOne({ idemKey }).exec(),
    find: (id) => checkouts.findOne({ _id: id }).exec(),
    findByOrder: (providerOrderId) => checkouts.findOne({ providerOrderId }).exec(),
    findByOrders: (providerOrderIds) =>
      checkouts.find({ providerOrderId: { $in: [...providerOrderIds] } }).exec(),
    findByPayment: (paymentId) => checkouts.findOne({ paymentId }).exec(),
    async ordered(id, providerOrderId, nextCheckAt) {
      const { matchedCount } = await checkouts.updateOne(
        { _id: id, ...isIn(TRANSITIONS.order) },
        noted(TRANSITIONS.order, 'checkout', { $set: { providerOrderId, nextCheckAt } }),
      );
      if (matchedCount === 1) onStatus('ORDERED');
    },
    async setAddresses(id, { billing, shipping }) {
      const { matchedCount } = await checkouts.updateOne(
        { _id: id, ...unpaid },
        { $set: { billing, shipping } },
      );
      return matchedCount === 1;
    },
    async dialogOpened(id) {
      await checkouts.updateOne(
        { _id: id, ...unpaid, dialogOpenedAt: { $exists: false } },
        { $set: { dialogOpenedAt: new Date() } },
      );
    },
    async attempted(id, by) {
      const { matchedCount } = await checkouts.updateOne(
        { _id: id, ...isIn(TRANSITIONS.attempt) },
        noted(TRANSITIONS.attempt, by),
      );
      if (matchedCount === 1) onStatus('ATTEMPTED');
      return matchedCount === 1;
    },
    async paid({ _id, userId, snapshot }, payment, by) {
      const { id: paymentId, amount, currency, method } = payment;
      const capturedAt = new Date();
      const fee = feeOf(payment);
      const event = createEntry(topic, PaymentVerified, {
        id: verifiedEventId(_id),
        key: _id,
        data: { checkoutId: _id, paymentId, userId, totalPaise: snapshot.totalPaise },
        occurredAt: capturedAt,
      });
      const { matchedCount } = await checkouts.updateOne(
        { _id, ...isIn(TRANSITIONS.pay) },
        withEntries<Checkout>(
          noted(TRANSITIONS.pay, by, {
            $set: {
              paymentId,
              payment: { amountPaise: amount, currency, method, capturedAt, ...fee },
              ...(fee === null ? { feeDueAt: capturedAt } : {}),
            },
            $unset: { nextCheckAt: '', awaitedPaymentId: '', restoreDueAt: '', restoreRemovedBefore: '' },
          }),
          [event],
        ),
      );
      if (matchedCount === 0) return false;
      failPoint('payments.payment-stored');
      onStatus('PAID');
      notify(_id);
      return true;
    },
    async refundDue(id, refund) {
      await checkouts.updateOne({ _id: id, 'refunds.paymentId': { $ne: refund.paymentId } }, {
        $push: { refunds: { ...refund, state: 'DUE', providerId: null, failures: 0 } },
        $set: { refundDueAt: new Date() },
      } as mongo.UpdateFilter<Checkout>);
    },
    async refundMoved(id, refund, from) {
      // As one value: the stand-in evaluates the filter again for each path.
      const { paymentId } = refund;
      const state = { $in: [...from] };
      const { matchedCount } = await checkouts.updateOne(
        { _id: id, refunds: { $elemMatch: { paymentId, state } } },
        { $set: { 'refunds.$[old]': refund } },
        { arrayFilters: [{ 'old.paymentId': paymentId, 'old.state': state }] },
      );
      return matchedCount === 1;
    },
    async refundsChecked({ _id, refundDueAt }, next) {
      if (refundDueAt === undefined) return;
      const isOpen = { $elemMatch: { state: { $in: ['DUE', 'REQUESTED'] as RefundState[] } } };
      const isOpenPart = { $elemMatch: { state: { $in: [...OPEN_PART_STATES] } } };
      if (next === null)
        await checkouts.updateOne(
          { _id, refundDueAt, refunds: { $not: isOpen }, partRefunds: { $not: isOpenPart } },
          { $unset: { refundDueAt: '' } },
        );
      else await checkouts.updateOne({ _id, refundDueAt }, { $set: { refundDueAt: next } });
    },
    async checkRefundsNow(id) {
      await checkouts.updateOne(
        { _id: id, refundDueAt: { $exists: true } },
        { $set: { refundDueAt: new Date() } },
      );
    },
    async fulfilled(id, purchaseId) {
      const { matchedCount } = await checkouts.updateOne(
        { _id: id, ...isIn(TRANSITIONS.fulfil) },
        ...withAcknowledgement<Checkout>(
          noted(TRANSITIONS.fulfil, 'order.created', { $set: { purchaseId } }),
          [verifiedEventId(id)],
        ),
      );
      if (matchedCount === 1) onStatus('FULFILLED');
      return matchedCount === 1;
    },
    async checked({ _id, nextCheckAt }, next) {
      if (nextCheckAt === undefined) return;
      // One conditional write for each possible current state, as the state may have changed since it was read.
      const open = { _id, nextCheckAt, ...isIn(TRANSITIONS.expire) };
      // An expired checkout is polled again when a confirmation of its payment arrives.
      const expiredOne = { _id, nextCheckAt, status: 'EXPIRED' as const };
      if (next !== null) {
        const polled = { ...open, status: { $in: [...open.status.$in, expiredOne.status] } };
        await checkouts.updateOne(polled, { $set: { nextCheckAt: next }, $inc: { checks: 1 } });
        return;
      }
      for (const isAwaited of [true, false]) {
        const awaited = { awaitedPaymentId: { $exists: isAwaited } };
        const update = isAwaited
          ? {
              $set: dueForRestoration(new Date()),
              $unset: { nextCheckAt: '', awaitedPaymentId: '' } as const,
            }
          : { $unset: { nextCheckAt: '' } as const };
        await checkouts.updateOne({ ...expiredOne, ...awaited }, update);
        const expired = noted(TRANSITIONS.expire, 'sweep', update);
        const { matchedCount } = await checkouts.updateOne({ ...open, ...awaited }, expired);
        if (matchedCount === 1) onStatus('EXPIRED');
      }
    },
    async checkNow(id) {
      await checkouts.updateOne({ _id: id, ...unpaid }, { $set: { nextCheckAt: new Date() } });
    },
    async awaitPayment(id, awaitedPaymentId) {
      await checkouts.updateOne({ _id: id, ...unpaid }, { $set: { awaitedPaymentId } });
    },
    async restoreDue(id, at) {
      const { matchedCount } = await checkouts.updateOne(
        { _id: id, ...unpaid },
        { $set: dueForRestoration(at), $unset: { awaitedPaymentId: '' } },
      );
      return matchedCount === 1;
    },
    async restored({ _id, restoreDueAt }, next) {
      if (restoreDueAt === undefined) return;
      await checkouts.updateOne(
        { _id, restoreDueAt },
        next === null
          ? { $unset: { restoreDueAt: '', restoreRemovedBefore: '' } }
          : { $set: { restoreDueAt: next } },
      );
    },
    findDue: (field, limit) =>
      checkouts
        .find({ [field]: { $lte: new Date() } })
        .sort({ [field]: 1 })
        .limit(limit)
        .exec(),
    async findDueForPoll(limit) {
      const isDue = { nextCheckAt: { $lte: new Date() } };
      const isOpened = {
        $or: [
          { dialogOpenedAt: { $exists: true } },
          { awaitedPaymentId: { $exists: true } },
          // A payment that failed, or is not captured: its buyer was in the dialog.
          { status: 'ATTEMPTED' as const },
        ],
      };
      const find = (filter: mongo.Filter<Checkout>, order: Record<string, 1 | -1>): Promise<Checkout[]> =>
        checkouts.find(filter).sort(order).limit(limit).exec();
      return nextBatch(
        {
          opened: await find({ ...isDue, ...isOpened }, { createdAt: -1 }),
          newest: await find(isDue, { createdAt: -1 }),
          longest: await find(isDue, { nextCheckAt: 1 }),
        },
        limit,
      );
    },
    async removeContacts({ erased, unpaidBefore, paidBefore }) {
      const ofErased = { userId: { $in: [...erased] } };
      await checkouts.updateMany(
        {
          status: { $in: ['CREATED', 'EXPIRED'] },
          billing: { $ne: null },
          $or: [{ createdAt: { $lt: unpaidBefore } }, ofErased],
        },
        { $set: { billing: null, shipping: null } },
      );
      await checkouts.updateMany(
        {
          status: { $in: ['PAID', 'FULFILLED'] },
          billing: { $ne: null },
          createdAt: { $lt: paidBefore },
          $or: [{ userId: null }, ofErased],
        },
        { $set: { billing: null, shipping: null } },
      );
    },
    count: (statuses) => checkouts.countDocuments({ status: { $in: [...statuses] } }).exec(),
  };
}

import type { Connection, mongo } from 'mongoose';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import {
  MAX_FINDING_IDS,
  MAX_PAID_CHECKOUTS,
  type DismissalOutcome,
  type FindingDetails,
  type Findings,
  type PaidCheckouts,
} from '@vidhi/contracts/reconciliation.ts';
import { modelOf, type StoredModel } from '@vidhi/service-kit/stored-collection.ts';
import { CHECKOUTS } from '../checkouts/checkout-collection.ts';
import { sumReturns, type Checkout } from '../checkouts/checkout.ts';
import { UNMATCHED_PAYMENTS } from '../checkouts/unmatched-payments.ts';
import { PROVIDER_EVENTS, type ProviderEvent } from '../webhooks/provider-events.ts';

/** Finds what somebody has to look at, of all checkouts and webhooks: in a healthy shop each list is empty. */
export interface ReconciliationStore {
  /** Webhooks about orders that this site did not create. */
  findUnmatchedEvents(): Promise<Findings>;
  /** Payments at the provider that belong to no checkout, without those that staff have dismissed. */
  findUnmatchedPayments(): Promise<Findings>;
  /** Checkouts with a refund that the provider rejected or the bank returned, without those that staff has settled. */
  findFailedRefunds(): Promise<Findings>;
  /** Checkouts with a dispute that the buyer's bank has not decided. */
  findOpenDisputes(): Promise<Findings>;
  /**
   * Resolves with one page of paid checkouts in the order of their ids, from the one after `after`: those that were paid, or of
   * which money went back, since `since`; all of them where it is null.
   */
  listPaid(after: string, since: Date | null): Promise<PaidCheckouts>;
  /** Resolves with those of these checkouts that are paid. */
  findPaid(ids: readonly string[]): Promise<PaidCheckouts>;
  /** Ids of paid checkouts for which cart-orders has not confirmed a purchase yet. */
  findUnfulfilled(): Promise<string[]>;
  /** Has the sweep send refunds again that the provider rejected. */
  retryRefunds(): Promise<void>;
  /**
   * Leaves a webhook of an unknown order, a payment of no checkout with its webhooks, or the rejected refunds of a checkout,
   * which are requested no more, out of the lists from now on.
   */
  dismiss(id: string): Promise<DismissalOutcome>;
  /** Has the sweep look at unmatched webhooks and unpaid orders in its next round. */
  checkAll(): Promise<void>;
}

const UNMATCHED = { state: 'UNMATCHED' as const };

/** The parts of a webhook that tell people what it is about. */
const EventBody = Type.Object({
  event: Type.Optional(Type.String({ maxLength: 60 })),
  payload: Type.Optional(
    Type.Object({
      payment: Type.Optional(
        Type.Object({
          entity: Type.Object({
            id: Type.String({ maxLength: 60 }),
            amount: Type.Optional(Type.Integer()),
          }),
        }),
      ),
    }),
  ),
});

/** Returns null for what is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns what a webhook is about; nothing of one whose body was removed or is not of this form. */
function detailsOf({ _id, body, receivedAt }: ProviderEvent): FindingDetails {
  const content = parseJson(body ?? '');
  const { event, payload } = Value.Check(EventBody, content) ? content : {};
  const payment = payload?.payment?.entity;
  return {
    id: _id,
    paymentId: payment?.id ?? null,
    amountPaise: payment?.amount ?? null,
    name: event ?? null,
    at: receivedAt.toISOString(),
  };
}

export function mongoReconciliationStore(connection: Connection): ReconciliationStore {
  const checkouts = modelOf(connection, CHECKOUTS);
  const isPaid = { paymentId: { $exists: true } };
  const isFailed = { refunds: { $elemMatch: { state: 'FAILED' as const } } };
  const events = modelOf(connection, PROVIDER_EVENTS);
  const payments = modelOf(connection, UNMATCHED_PAYMENTS);

  /** Returns the webhooks of unknown orders, with what they are about. */
  async function findEvents(): Promise<Findings> {
    const [count, found] = await Promise.all([
      events.countDocuments(UNMATCHED),
      events.find(UNMATCHED).sort({ receivedAt: 1 }).limit(MAX_FINDING_IDS),
    ]);
    return { count, ids: found.map(({ _id }) => _id), details: found.map(detailsOf) };
  }

  /** Returns the payments of no checkout that staff have not dismissed. */
  async function findPayments(): Promise<Findings> {
    const filter = { dismissedAt: { $exists: false } };
    const [count, found] = await Promise.all([
      payments.countDocuments(filter),
      payments.find(filter).limit(MAX_FINDING_IDS),
    ]);
    const details = found.map(({ _id, amountPaise, foundAt }) => ({
      id: _id,
      paymentId: _id,
      // Absent in findings of older releases.
      amountPaise: (amountPaise as number | undefined) ?? null,
      name: null,
      at: foundAt.toISOString(),
    }));
    return { count, ids: found.map(({ _id }) => _id), details };
  }

  /** Returns the ids of the unmatched webhooks about a payment; of those of older releases, among the ones that lists show. */
  async function eventsOf(paymentId: string): Promise<string[]> {
    const [known, older] = await Promise.all([
      events.find({ ...UNMATCHED, paymentId }, { _id: 1 }).exec(),
      events
        .find({ ...UNMATCHED, paymentId: { $exists: false } })
        .sort({ receivedAt: 1 })
        .limit(MAX_FINDING_IDS)
        .exec(),
    ]);
    const ofPayment = older.filter((event) => detailsOf(event).paymentId === paymentId);
    return [...known, ...ofPayment].map(({ _id }) => _id);
  }

  /** Notes that the rejected refunds of a checkout were paid back another way, unless one is being requested. */
  async function settleRefunds(id: string): Promise<DismissalOutcome> {
    const { matchedCount, modifiedCount } = await checkouts.updateOne(
      { _id: id, ...isFailed },
      { $set: { 'refunds.$[left].state': 'SETTLED' } },
      // The amount is stored before it is requested, and removed with the response.
      { arrayFilters: [{ 'left.state': 'FAILED', 'left.requestPaise': { $exists: false } }] },
    );
    if (matchedCount === 0) return 'unknown';
    return modifiedCount === 0 ? 'busy' : 'dismissed';
  }

  async function findingsOf<Document extends { _id: string }>(
    collection: StoredModel<Document>,
    filter: mongo.Filter<Document>,
  ): Promise<Findings> {
    const [count, found] = await Promise.all([
      collection.countDocuments(filter),
      collection.find(filter, { _id: 1 }).limit(MAX_FINDING_IDS),
    ]);
    return { count, ids: found.map(({ _id }) => String(_id)) };
  }

  async function paidOf(filter: mongo.Filter<Checkout>): Promise<PaidCheckouts> {
    const paid = await checkouts
      .find(filter, { payment: 1, paymentId: 1, returns: 1 })
      .sort({ _id: 1 })
      .limit(MAX_PAID_CHECKOUTS);
    return {
      checkouts: paid.map(({ _id, payment, paymentId, returns }) => ({
        id: _id,
        capturedAt: (payment?.capturedAt ?? new Date(0)).toISOString(),
        returnedPaise: sumReturns(returns, paymentId).returnedPaise,
        returnsAt: returns?.at.toISOString() ?? null,
      })),
    };
  }

  return {
    findUnmatchedEvents: findEvents,
    findUnmatchedPayments: findPayments,
    findFailedRefunds: () => findingsOf(checkouts, isFailed),
    findOpenDisputes: () =>
      findingsOf(checkouts, { 'returns.disputes': { $elemMatch: { status: 'open' as const } } }),
    listPaid: (after, since) =>
      paidOf({
        ...isPaid,
        _id: { $gt: after },
        ...(since === null
          ? {}
          : { $or: [{ 'payment.capturedAt': { $gte: since } }, { 'returns.at': { $gte: since } }] }),
      }),
    findPaid: (ids) => paidOf({ ...isPaid, _id: { $in: [...ids] } }),
    async findUnfulfilled() {
      const found = await checkouts.find({ status: 'PAID' }, { _id: 1 });
      return found.map(({ _id }) => _id);
    },
    async retryRefunds() {
      await checkouts.updateMany(
        isFailed,
        { $set: { 'refunds.$[failed].state': 'DUE', refundDueAt: new Date() } },
        { arrayFilters: [{ 'failed.state': 'FAILED' }] },
      );
    },
    async dismiss(id) {
      const event = await events.updateMany(
        { _id: { $in: [id, ...(await eventsOf(id))] }, ...UNMATCHED },
        { $set: { state: 'IGNORED' }, $unset: { dueAt: '' } },
      );
      const payment = await payments.updateOne({ _id: id }, { $set: { dismissedAt: new Date() } });
      return event.matchedCount + payment.matchedCount > 0 ? 'dismissed' : settleRefunds(id);
    },
    async checkAll() {
      const now = new Date();
      await events.updateMany({ state: 'UNMATCHED', dueAt: { $exists: true } }, { $set: { dueAt: now } });
      await checkouts.updateMany(
        { status: { $in: ['ORDERED', 'ATTEMPTED'] } },
        { $set: { nextCheckAt: now } },
      );
    },
  };
}

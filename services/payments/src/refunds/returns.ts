import { isDeepStrictEqual } from 'node:util';
import type { Checkout, ReturnedDispute, ReturnedRefund, Returns } from '../checkouts/checkout.ts';
import type { ReturnsStore } from '../checkouts/returns-store.ts';
import {
  ProviderThrottledError,
  type Provider,
  type ProviderDispute,
  type ProviderRefund,
} from '../razorpay/provider.ts';

export interface ReturnsOptions {
  store: ReturnsStore;
  provider: Pick<Provider, 'listRefunds' | 'findDispute' | 'listRefundsSince' | 'listDisputesSince'>;
  /** Pause between looks at what a bank has not ended. */
  checkMs: number;
  onFailure: (error: unknown) => void;
  now?: () => number;
}

export interface ReturnsReader {
  /**
   * Reads the refunds of a payment of a checkout at the provider, of any origin, with its disputes, and stores what
   * has changed. Resolves with everything that is known of the checkout then; undefined for an unknown one.
   * @param disputeIds disputes of the payment that may be new: the provider has no list of those of a payment
   */
  read(checkoutId: string, paymentId: string, disputeIds?: readonly string[]): Promise<Returns | undefined>;
  /** Reads the refunds and disputes of payments of this site that were made since then and are not known. */
  list(since: Date): Promise<void>;
  /** Looks at what a bank has not ended, where that is due. */
  follow(): Promise<void>;
}

const MAX_ATTEMPTS = 20;
const BATCH = 20;

const refundOf = ({
  id,
  payment_id: paymentId,
  amount: amountPaise,
  status,
}: ProviderRefund): ReturnedRefund => ({
  id,
  paymentId,
  amountPaise,
  status: status === 'processed' || status === 'failed' ? status : 'pending',
});

function disputeOf({
  id,
  payment_id: paymentId,
  amount,
  amount_deducted,
  status,
}: ProviderDispute): ReturnedDispute {
  if (status === 'lost') return { id, paymentId, amountPaise: amount_deducted || amount, status };
  const isOpen = status === 'open' || status === 'under_review';
  // Closed: a mere inquiry of the bank, or the merchant has refunded it, which is a refund of its own.
  return { id, paymentId, amountPaise: amount, status: isOpen ? 'open' : 'won' };
}

/**
 * Adds entries by their ids, each with the time at which its status was noted. One that has ended stays as it is: an answer
 * may be older than another one.
 */
function merge<Entry extends { id: string; status: string; amountPaise: number; at?: Date }>(
  known: readonly Entry[],
  read: readonly Entry[],
  isOpen: (entry: Entry) => boolean,
  at: Date,
): Entry[] {
  const entries = new Map(known.map((entry) => [entry.id, entry]));
  for (const entry of read) {
    const before = entries.get(entry.id);
    const isSame = before?.status === entry.status && before.amountPaise === entry.amountPaise;
    if (before === undefined || (isOpen(before) && !isSame)) entries.set(entry.id, { ...entry, at });
  }
  return [...entries.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

const isPending = ({ status }: ReturnedRefund): boolean => status === 'pending';
const isUndecided = ({ status }: ReturnedDispute): boolean => status === 'open';
const hasOpen = ({ refunds, disputes }: Pick<Returns, 'refunds' | 'disputes'>): boolean =>
  refunds.some(isPending) || disputes.some(isUndecided);

/** Refunds and disputes are read at the provider, never taken from a webhook, which may be older than what is stored. */
export function createReturns(options: ReturnsOptions): ReturnsReader {
  const { store, provider, checkMs, onFailure, now = Date.now } = options;

  async function read(
    id: string,
    paymentId: string,
    disputeIds: readonly string[] = [],
  ): Promise<Returns | undefined> {
    const refunds = (await provider.listRefunds(paymentId)).map(refundOf);
    let checkout = await store.find(id);
    const known = (checkout?.returns?.disputes ?? []).filter(
      (one) => one.paymentId === paymentId && isUndecided(one),
    );
    const disputes: ReturnedDispute[] = [];
    for (const disputeId of new Set([...known.map((one) => one.id), ...disputeIds])) {
      const dispute = disputeOf(await provider.findDispute(disputeId));
      if (dispute.paymentId === paymentId) disputes.push(dispute);
    }
    for (let attempt = 0; checkout !== null && attempt < MAX_ATTEMPTS; attempt += 1) {
      const { returns: before } = checkout;
      const at = new Date(now());
      const next = {
        refunds: merge(before?.refunds ?? [], refunds, isPending, at),
        disputes: merge(before?.disputes ?? [], disputes, isUndecided, at),
      };
      const { rev = 0, at: _at, ...entries } = before ?? { at: null, refunds: [], disputes: [] };
      if (isDeepStrictEqual(next, entries)) return before;
      const returns = { rev: rev + 1, ...next, at };
      const dueAt = hasOpen(next) ? new Date(now() + checkMs) : null;
      if (await store.store(checkout, returns, dueAt)) return returns;
      checkout = await store.find(id);
    }
    if (checkout === null) return undefined;
    throw new Error(`what goes back of ${id} changes too often`);
  }

  async function listRefunds(since: Date): Promise<void> {
    const refunds = (await provider.listRefundsSince(since)).map(refundOf);
    for (const [paymentId, made] of Map.groupBy(refunds, (refund) => refund.paymentId)) {
      const checkout = await store.findWithPayment(paymentId);
      if (checkout === null) continue;
      const known = new Map(checkout.returns?.refunds.map(({ id, status }) => [id, status]));
      if (made.some(({ id, status }) => known.get(id) !== status)) await read(checkout._id, paymentId);
    }
  }

  async function listDisputes(since: Date): Promise<void> {
    for (const dispute of (await provider.listDisputesSince(since)).map(disputeOf)) {
      const checkout = await store.findWithPayment(dispute.paymentId);
      const known = checkout?.returns?.disputes.find(({ id }) => id === dispute.id);
      if (checkout !== null && known?.status !== dispute.status)
        await read(checkout._id, dispute.paymentId, [dispute.id]);
    }
  }

  /** Looks at each payment of a checkout of which a bank has something left to end. */
  async function followOne(checkout: Checkout): Promise<void> {
    const { _id, returns } = checkout;
    if (returns === undefined) return store.looked(checkout, null);
    const open = [...returns.refunds.filter(isPending), ...returns.disputes.filter(isUndecided)];
    for (const paymentId of new Set(open.map((one) => one.paymentId))) await read(_id, paymentId);
    // A change has stored its own time.
    await store.looked(checkout, open.length === 0 ? null : new Date(now() + checkMs));
  }

  return {
    read,
    async list(since) {
      await listRefunds(since);
      await listDisputes(since);
    },
    async follow() {
      for (const checkout of await store.findDue(BATCH))
        try {
          await followOne(checkout);
        } catch (error) {
          if (error instanceof ProviderThrottledError) throw error;
          // One that fails does not block the others.
          onFailure(error);
          await store.looked(checkout, new Date(now() + checkMs));
        }
    },
  };
}

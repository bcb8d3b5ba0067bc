import {
  ProviderRejectedError,
  wasCaptured,
  type Provider,
  type ProviderPayment,
} from '../razorpay/provider.ts';
import type { ReturnsReader } from '../refunds/returns.ts';
import { sumReturns, type Checkout } from './checkout.ts';
import type { CheckoutStore } from './checkout-store.ts';
import type { PaymentUpdates } from './payment-updates.ts';
import type { RestoreCheckout } from './restore-checkout.ts';
import type { UnmatchedPayments } from './unmatched-payments.ts';

export interface PaymentListingOptions {
  checkouts: Pick<CheckoutStore, 'find' | 'findByOrder' | 'findByOrders' | 'ordered'>;
  updates: Pick<PaymentUpdates, 'applyPaymentUpdate'>;
  provider: Pick<Provider, 'listPaymentsSince' | 'findReceipt'>;
  returns: Pick<ReturnsReader, 'read' | 'list'>;
  unmatched: UnmatchedPayments;
  restoreCheckout: RestoreCheckout;
  now?: () => number;
}

/** Receipts of this site: those of other orders of the provider's account are left alone. */
const CHECKOUT_ID = /^co_[a-z2-7]{26}$/;
/** A payment that has been unmatched for so long has bought nothing. */
const GRACE_MS = 600_000;
/** Payments whose checkouts are read at once: nearly all of a listing were applied before. */
const READ_AT_ONCE = 100;

/**
 * Applies every payment that the provider has captured since then, including those that neither browser, webhook nor poll
 * has reported. Also recovers what a database restored from a backup lacks: checkouts are restored from their orders, and
 * a payment that bought nothing is refunded after ten minutes. A payment of no order of this site is stored as unmatched,
 * for staff to resolve, unless it was refunded in full. Also reads refunds and disputes, of older payments too. Rejects when
 * the provider does not respond; the next listing covers the same time again.
 */
export type ListPayments = (since: Date) => Promise<void>;

/** Returns whether the checkout has all refunds and disputes that the provider counts. */
function hasReturns({ returns }: Checkout, { id, amount_refunded }: ProviderPayment): boolean {
  const { returnedPaise, pendingPaise, lostPaise } = sumReturns(returns, id);
  return amount_refunded === returnedPaise - lostPaise + pendingPaise;
}

export function createPaymentListing(options: PaymentListingOptions): ListPayments {
  const { checkouts, updates, provider, returns, unmatched, restoreCheckout, now = Date.now } = options;

  /**
   * Resolves with the checkout of an order, which may not have been stored with it: the receipt of the order is its id.
   */
  async function findCheckout(payment: ProviderPayment & { order_id: string }): Promise<Checkout | null> {
    const orderId = payment.order_id;
    const known = await checkouts.findByOrder(orderId);
    if (known !== null) return known;
    const receipt = await provider.findReceipt(orderId).catch((error: unknown) => {
      if (error instanceof ProviderRejectedError) return null;
      throw error;
    });
    if (receipt === null) return null;
    if ((await checkouts.find(receipt)) !== null) await checkouts.ordered(receipt, orderId, new Date());
    else {
      const isOwed = payment.amount_refunded < payment.amount;
      const isOld = isOwed && (await unmatched.isFoundBefore(payment.id, new Date(now() - GRACE_MS)));
      if (!CHECKOUT_ID.test(receipt) || !(await restoreCheckout(receipt, payment, isOld))) return null;
    }
    return checkouts.findByOrder(orderId);
  }

  async function apply(payment: ProviderPayment): Promise<void> {
    const { order_id, amount_refunded } = payment;
    const checkout = order_id === null ? null : await findCheckout({ ...payment, order_id });
    // A payment that has gone back in full has bought nothing, and nothing is owed for it.
    if (checkout === null)
      return amount_refunded < payment.amount ? unmatched.add(payment) : unmatched.remove([payment.id]);
    if (checkout.paymentId !== payment.id) await updates.applyPaymentUpdate(checkout, payment, 'listing');
    if (!hasReturns(checkout, payment)) await returns.read(checkout._id, payment.id);
    await unmatched.remove([payment.id]);
  }

  /** Applies payments, those that are applied already with one read and one write for all. */
  async function applyAll(payments: readonly ProviderPayment[]): Promise<void> {
    const found = await checkouts.findByOrders(payments.flatMap(({ order_id }) => order_id ?? []));
    const byOrder = new Map(found.map((checkout) => [checkout.providerOrderId, checkout]));
    const { applied = [], due = [] } = Object.groupBy(payments, (payment) => {
      const checkout = payment.order_id === null ? undefined : byOrder.get(payment.order_id);
      return checkout?.paymentId === payment.id && hasReturns(checkout, payment) ? 'applied' : 'due';
    });
    for (const payment of due) await apply(payment);
    if (applied.length > 0) await unmatched.remove(applied.map(({ id }) => id));
  }

  return async (since) => {
    const captured = (await provider.listPaymentsSince(since)).filter(wasCaptured);
    for (let at = 0; at < captured.length; at += READ_AT_ONCE)
      await applyAll(captured.slice(at, at + READ_AT_ONCE));
    await returns.list(since);
  };
}

import {
  ProviderRejectedError,
  wasCaptured,
  type Provider,
  type ProviderPayment,
} from '../razorpay/provider.ts';
import type { ReturnsReader } from '../returns.ts';
import { sumReturns, type Checkout } from './checkout.ts';
import type { CheckoutStore } from './checkout-store.ts';
import type { PaymentUpdates } from './payment-updates.ts';
import type { RestoreCheckout } from './restore-checkout.ts';
import type { UnmatchedPayments } from './unmatched-payments.ts';

export interface PaymentListingOptions {
  checkouts: Pick<CheckoutStore, 'find' | 'findByOrder' | 'ordered'>;
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

/**
 * Applies every payment that the provider has captured since then, including those that neither browser, webhook nor poll
 * has reported. Also recovers what a database restored from a backup lacks: checkouts are restored from their orders, and
 * a payment that bought nothing is refunded after ten minutes. A payment of no order of this site is stored as unmatched,
 * for staff to resolve, unless it was refunded in full. Also reads refunds and disputes, of older payments too. Rejects when the provider does not respond; the next listing covers the same time again.
 */
export type ListPayments = (since: Date) => Promise<void>;

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
    if (!wasCaptured(payment)) return;
    const { order_id, amount_refunded } = payment;
    const checkout = order_id === null ? null : await findCheckout({ ...payment, order_id });
    // A payment that has gone back in full has bought nothing, and nothing is owed for it.
    if (checkout === null)
      return amount_refunded < payment.amount ? unmatched.add(payment) : unmatched.remove(payment.id);
    if (checkout.paymentId !== payment.id) await updates.applyPaymentUpdate(checkout, payment, 'listing');
    const { returnedPaise, pendingPaise, lostPaise } = sumReturns(checkout.returns, payment.id);
    if (amount_refunded !== returnedPaise - lostPaise + pendingPaise)
      await returns.read(checkout._id, payment.id);
    await unmatched.remove(payment.id);
  }

  return async (since) => {
    for (const payment of await provider.listPaymentsSince(since)) await apply(payment);
    await returns.list(since);
  };
}

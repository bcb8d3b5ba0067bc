import { failPoint } from '@vidhi/service-kit/fail-point.ts';
import { wasCaptured, type Provider, type ProviderPayment } from '../razorpay/provider.ts';
import type { ReturnsReader } from '../refunds/returns.ts';
import type { Checkout } from './checkout.ts';
import type { CheckoutStore } from './checkout-store.ts';

export type Source = 'verify' | 'webhook' | 'poll' | 'callback' | 'listing';

export interface PaymentUpdates {
  /**
   * Applies the state of a payment, as the provider reports it at this moment, to its checkout. Only moves forward: a
   * repeated, late or contradictory update changes nothing. Refunds of a captured payment are stored before it pays its
   * checkout. Captured money of another amount, or of a second payment, becomes due for refund. When a payment fails that
   * was authorized before, the restoration of the cart becomes due.
   */
  applyPaymentUpdate(checkout: Checkout, payment: ProviderPayment, by: Source): Promise<void>;
  /**
   * Fetches one payment or all of the order from the provider, captures the authorized ones, and applies them. Resolves
   * with them as they are afterwards.
   */
  sync(checkout: Checkout, by: Source, paymentId?: string): Promise<ProviderPayment[]>;
}

export function createPaymentUpdates(
  checkouts: Pick<CheckoutStore, 'paid' | 'attempted' | 'awaitPayment' | 'restoreDue' | 'refundDue' | 'find'>,
  provider: Pick<Provider, 'findPayment' | 'listPayments' | 'capture'>,
  returns: Pick<ReturnsReader, 'read'>,
  /** Begins to prolong the reservation of a checkout whose buyer is in the dialog, which older clients do not report. */
  prolongReservation: (checkout: Checkout) => void,
): PaymentUpdates {
  async function applyPaymentUpdate(checkout: Checkout, payment: ProviderPayment, by: Source): Promise<void> {
    const { _id, providerOrderId, snapshot } = checkout;
    if (payment.order_id !== providerOrderId) return;
    // Paid by this payment, the checkout does not change any more: most updates are repetitions.
    if (checkout.paymentId === payment.id) return;
    if (!wasCaptured(payment)) {
      if (await checkouts.attempted(_id, by)) prolongReservation(checkout);
      const isAwaited = checkout.awaitedPaymentId === payment.id;
      // For an authorized payment the client may have emptied the cart. One that failed at once leaves it to the buyer.
      if (payment.status === 'authorized' && !isAwaited) await checkouts.awaitPayment(_id, payment.id);
      if (isAwaited && (payment.status === 'failed' || payment.status === 'refunded'))
        await checkouts.restoreDue(_id, new Date());
      return;
    }
    const { id: paymentId, amount: amountPaise } = payment;
    if (amountPaise !== snapshot.totalPaise || payment.currency !== 'INR') {
      await checkouts.refundDue(_id, { paymentId, amountPaise, reason: 'amount' });
      return;
    }
    // Whether it still buys anything is decided by who makes the purchase, from what is stored then.
    if (payment.amount_refunded > 0) await returns.read(_id, paymentId);
    if (await checkouts.paid(checkout, payment, by)) return;
    const current = await checkouts.find(_id);
    if (current?.paymentId !== undefined && current.paymentId !== paymentId)
      await checkouts.refundDue(_id, { paymentId, amountPaise, reason: 'second-payment' });
  }

  /**
   * Captures an authorized payment that fits its checkout; one that does not is left, and the provider returns the money.
   */
  async function captured(checkout: Checkout, payment: ProviderPayment): Promise<ProviderPayment> {
    const { snapshot, paymentId } = checkout;
    const fits = payment.amount === snapshot.totalPaise && payment.currency === 'INR';
    if (payment.status !== 'authorized' || !fits || paymentId !== undefined) return payment;
    // Read again: another payment may have paid it since the checkout was read, and this one is to lapse then.
    if ((await checkouts.find(checkout._id))?.paymentId !== undefined) return payment;
    try {
      const result = await provider.capture(payment);
      failPoint('payments.payment-captured');
      return result;
    } catch {
      // It may have been captured meanwhile: fetch the payment to find out.
      return provider.findPayment(payment.id);
    }
  }

  return {
    applyPaymentUpdate,
    async sync(checkout, by, paymentId) {
      const { providerOrderId } = checkout;
      if (providerOrderId === undefined) return [];
      const payments =
        paymentId === undefined
          ? await provider.listPayments(providerOrderId)
          : [await provider.findPayment(paymentId)];
      const applied: ProviderPayment[] = [];
      for (const payment of payments) {
        if (payment.order_id !== providerOrderId) continue;
        const current = await captured(checkout, payment);
        await applyPaymentUpdate(checkout, current, by);
        applied.push(current);
      }
      return applied;
    },
  };
}

import type { ReplayedPayment } from '@vidhi/contracts/shop-money.ts';
import type { CheckoutStore } from '../checkouts/checkout-store.ts';
import type { PaymentUpdates } from '../checkouts/payment-updates.ts';
import { ProviderRejectedError, type Provider, type ProviderPayment } from '../razorpay/provider.ts';
import type { ReturnsReader } from '../refunds/returns.ts';

export interface ReplayOptions {
  provider: Pick<Provider, 'findPayment'>;
  checkouts: Pick<CheckoutStore, 'findByOrder' | 'checkRefundsNow'>;
  updates: Pick<PaymentUpdates, 'sync'>;
  returns: Pick<ReturnsReader, 'read'>;
}

/**
 * Creates what applies a payment whose webhook was lost, with its refunds: its state is read at the provider, as after a
 * webhook. Repeatable. Rejects when the provider does not respond.
 */
export function createReplayPayment({ provider, checkouts, updates, returns }: ReplayOptions) {
  async function findPayment(id: string): Promise<ProviderPayment | null> {
    try {
      return await provider.findPayment(id);
    } catch (error) {
      if (error instanceof ProviderRejectedError) return null;
      throw error;
    }
  }
  return async (paymentId: string): Promise<ReplayedPayment> => {
    const payment = await findPayment(paymentId);
    if (payment === null) return { outcome: 'unknown', status: null, amountPaise: null, checkoutId: null };
    const { status, amount: amountPaise, order_id: orderId } = payment;
    const checkout = orderId === null ? null : await checkouts.findByOrder(orderId);
    if (checkout === null) return { outcome: 'foreign', status, amountPaise, checkoutId: null };
    await updates.sync(checkout, 'listing', paymentId);
    await returns.read(checkout._id, paymentId);
    await checkouts.checkRefundsNow(checkout._id);
    return { outcome: 'applied', status, amountPaise, checkoutId: checkout._id };
  };
}

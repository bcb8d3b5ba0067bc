import { feeOf } from './checkout.ts';
import type { ProviderPayment } from '../razorpay/provider.ts';
import type { FindPurchased } from './cart-client.ts';
import type { CheckoutStore } from './checkout-store.ts';

export interface RestoreCheckoutOptions {
  checkouts: Pick<CheckoutStore, 'restore' | 'refundDue'>;
  findPurchased: FindPurchased;
  now?: () => number;
}

/**
 * Restores a checkout that the database has lost, from what cart-orders knows of it. Resolves with false when no
 * purchase has this id. With `refundsUnknown` the checkout is restored even so, as one that bought nothing, and its
 * payment is refunded.
 */
export type RestoreCheckout = (
  id: string,
  payment: ProviderPayment & { order_id: string },
  refundsUnknown: boolean,
) => Promise<boolean>;

export function createRestoreCheckout(options: RestoreCheckoutOptions): RestoreCheckout {
  const { checkouts, findPurchased, now = Date.now } = options;
  return async (id, provided, refundsUnknown) => {
    const { order_id: providerOrderId, method } = provided;
    const purchased = await findPurchased(id);
    const restored = { _id: id, idemKey: `restored:${id}`, receipt: `restored:${id}`, providerOrderId };
    if (purchased === null) {
      if (!refundsUnknown) return false;
      await checkouts.restore({
        ...restored,
        userId: null,
        snapshot: { lines: [], shippingPaise: 0, totalPaise: 0, hash: 'restored' },
        billing: null,
        shipping: null,
        status: 'EXPIRED',
        createdAt: new Date(now()),
      });
      return true;
    }
    const { paid, purchaseId, isCancelled } = purchased;
    const { paymentId, userId, lines, shippingPaise, totalPaise, returnDays, billing, shipping } = paid;
    const capturedAt = new Date(paid.capturedAt);
    await checkouts.restore({
      ...restored,
      userId,
      snapshot: {
        lines,
        shippingPaise,
        totalPaise,
        ...(returnDays === undefined ? {} : { returnDays }),
        hash: 'restored',
      },
      billing,
      shipping,
      status: 'FULFILLED',
      paymentId,
      payment: { amountPaise: totalPaise, currency: 'INR', method, capturedAt, ...feeOf(provided) },
      purchaseId,
      createdAt: capturedAt,
    });
    // With the key of the first request, so that it is the same refund.
    if (isCancelled)
      await checkouts.refundDue(id, { paymentId, amountPaise: totalPaise, reason: 'cancelled' });
    return true;
  };
}

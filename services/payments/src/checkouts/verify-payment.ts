import { WireError, validationError } from '@vidhi/contracts/errors.ts';
import { failPoint } from '@vidhi/service-kit/fail-point.ts';
import { isPaymentSignature } from '../razorpay/signatures.ts';
import {
  ProviderRejectedError,
  ProviderUnavailableError,
  type ProviderPayment,
} from '../razorpay/provider.ts';
import type { CartRestoration } from './cart-restoration.ts';
import type { Checkout } from './checkout.ts';
import type { CheckoutStore } from './checkout-store.ts';
import type { PaymentUpdates, Source } from './payment-updates.ts';

export interface Confirmation {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

export interface Verified {
  status: 'paid' | 'processing';
  checkout_id: string;
}

export type VerifyPayment = (confirmation: Confirmation, by: Source) => Promise<Verified>;

/**
 * Verifies the confirmation that the browser got from the provider. Throws the same 400 for an unknown order and for a
 * wrong signature, and 409 for a payment that does not pay its checkout; both restore the cart, which clients empty before
 * they verify. While the provider does not respond, or has not captured a payment that the bank has authorized, it is
 * `processing`: the sweep polls again.
 */
export function createVerifyPayment(deps: {
  checkouts: Pick<CheckoutStore, 'findByOrder' | 'find' | 'checkNow' | 'awaitPayment'>;
  updates: Pick<PaymentUpdates, 'sync'>;
  restoreCart: CartRestoration['restoreCart'];
  keySecret: string;
}): VerifyPayment {
  const { checkouts, updates, restoreCart, keySecret } = deps;
  const isPaidBy = async (id: string, paymentId: string): Promise<boolean> =>
    (await checkouts.find(id))?.paymentId === paymentId;

  /** Returns whether the payment may yet be captured for this checkout. */
  const isOnItsWay = ({ snapshot, paymentId }: Checkout, payment: ProviderPayment): boolean =>
    paymentId === undefined &&
    (payment.status === 'authorized' || payment.status === 'created') &&
    payment.amount === snapshot.totalPaise &&
    payment.currency === 'INR';

  return async (confirmation, by) => {
    const { razorpay_order_id, razorpay_payment_id: paymentId, razorpay_signature } = confirmation;
    const checkout = await checkouts.findByOrder(razorpay_order_id);
    const orderId = checkout?.providerOrderId ?? 'none';
    if (!isPaymentSignature(orderId, paymentId, razorpay_signature, keySecret) || checkout === null) {
      if (checkout !== null) await restoreCart(checkout);
      throw validationError('The payment could not be verified');
    }
    const { _id: checkout_id } = checkout;
    if (checkout.paymentId === paymentId) return { status: 'paid', checkout_id };
    failPoint('payments.signature-verified');
    let isOpen = false;
    try {
      const payments = await updates.sync(checkout, by, paymentId);
      isOpen = payments.some((payment) => isOnItsWay(checkout, payment));
    } catch (error) {
      // The signature proves that the provider knows the payment: an error now is not a failure of the payment.
      if (!(error instanceof ProviderUnavailableError) && !(error instanceof ProviderRejectedError))
        throw error;
      isOpen = true;
    }
    if (await isPaidBy(checkout_id, paymentId)) return { status: 'paid', checkout_id };
    if (isOpen) {
      await checkouts.awaitPayment(checkout_id, paymentId);
      await checkouts.checkNow(checkout_id);
      return { status: 'processing', checkout_id };
    }
    await restoreCart(checkout);
    throw new WireError(409, 'ConflictError', 'try again');
  };
}

import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  ProviderRejectedError,
  ProviderUnavailableError,
  type ProviderPayment,
} from '../razorpay/provider.ts';
import type { Checkout } from './checkout.ts';
import { aCheckout } from './checkout-builder.ts';
import { createVerifyPayment, type Confirmation } from './verify-payment.ts';

const SECRET = 'a-key-secret-of-some-length';
const CONFIRMATION = {
  razorpay_payment_id: 'pay_1',
  razorpay_order_id: 'order_1',
  razorpay_signature: createHmac('sha256', SECRET).update('order_1|pay_1').digest('hex'),
};
const paymentOf = (fields: Partial<ProviderPayment>): ProviderPayment => ({
  id: 'pay_1',
  order_id: 'order_1',
  amount: 50_000,
  currency: 'INR',
  status: 'captured',
  method: 'card',
  captured: true,
  amount_refunded: 0,
  ...fields,
});

/**
 * Verifies a payment with this response of the provider; resolves with the result, whether the provider is polled again
 * for the payment, and whether the cart is restored.
 */
async function verify(
  fetched: ProviderPayment | Error,
  fields: Partial<Checkout> = {},
  confirmation: Confirmation = CONFIRMATION,
) {
  const checkout = aCheckout(fields);
  let isDue = false;
  let awaited: string | null = null;
  let isRestored = false;
  const verifyPayment = createVerifyPayment({
    checkouts: {
      findByOrder: async (orderId) => (orderId === checkout.providerOrderId ? checkout : null),
      find: async () => checkout,
      checkNow: async () => void (isDue = true),
      awaitPayment: async (_id, paymentId) => void (awaited = paymentId),
    },
    updates: {
      async sync() {
        if (fetched instanceof Error) throw fetched;
        return [fetched];
      },
    },
    restoreCart: async () => void (isRestored = true),
    keySecret: SECRET,
  });
  const response = await verifyPayment(confirmation, 'verify').catch((error: unknown) => error);
  return { response, isDue, awaited, isRestored };
}

const PROCESSING = {
  response: { status: 'processing', checkout_id: 'co_1' },
  isDue: true,
  awaited: 'pay_1',
  isRestored: false,
};

describe('a confirmation with the signature of the provider', () => {
  it.each([
    ['the bank has authorized it and its capture failed', paymentOf({ status: 'authorized' })],
    ['the bank has not answered', paymentOf({ status: 'created' })],
    ['the provider does not answer', new ProviderUnavailableError('no answer')],
    ['the provider rejects the question', new ProviderRejectedError('401')],
  ])('is processing, and polled again, when %s', async (_, fetched) => {
    expect(await verify(fetched)).toEqual(PROCESSING);
  });

  it.each([
    ['it failed', paymentOf({ status: 'failed' }), {}],
    ['it is of another amount', paymentOf({ status: 'authorized', amount: 1 }), {}],
    ['the order is paid by another one', paymentOf({ status: 'authorized' }), { paymentId: 'pay_0' }],
  ])('is a conflict when %s', async (_, fetched, fields) => {
    expect(await verify(fetched, fields)).toMatchObject({
      response: { status: 409, message: 'try again' },
      isDue: false,
      awaited: null,
      isRestored: true,
    });
  });
});

describe('a confirmation with a wrong signature', () => {
  it.each([
    ['restores the cart of the order', CONFIRMATION.razorpay_order_id, true],
    ['restores nothing for an unknown order', 'order_unknown', false],
  ])('%s', async (_, razorpay_order_id, isRestored) => {
    const confirmation = { ...CONFIRMATION, razorpay_order_id, razorpay_signature: '0'.repeat(64) };
    expect(await verify(paymentOf({}), {}, confirmation)).toMatchObject({
      response: { status: 400 },
      isRestored,
    });
  });
});

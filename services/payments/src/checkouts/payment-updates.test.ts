import { expect, it } from 'vitest';
import { aCheckout } from './checkout-builder.ts';
import type { Checkout } from './checkout.ts';
import { createPaymentUpdates } from './payment-updates.ts';

/** Applies states of payments to one checkout, one after another; resolves with what was stored for its cart. */
async function applyAll(
  payments: readonly [id: string, status: string][],
  fields: Partial<Checkout> = {},
  isFirst = false,
): Promise<string[]> {
  const checkout = aCheckout(fields);
  const stored: string[] = [];
  const unused = async (): Promise<never> => {
    throw new Error('nothing is captured');
  };
  const updates = createPaymentUpdates(
    {
      async attempted(_id, by) {
        if (fields.status === 'PAID') stored.push(`attempted by ${by}`);
        return isFirst;
      },
      async awaitPayment(_id, paymentId) {
        checkout.awaitedPaymentId = paymentId;
        stored.push(`awaits ${paymentId}`);
      },
      async restoreDue() {
        delete checkout.awaitedPaymentId;
        stored.push('restored');
        return true;
      },
      paid: unused,
      refundDue: unused,
      find: unused,
    },
    { findPayment: unused, listPayments: unused, capture: unused },
    { read: unused },
    () => void stored.push('prolonged'),
  );
  for (const [id, status] of payments)
    await updates.applyPaymentUpdate(
      checkout,
      {
        id,
        order_id: 'order_1',
        amount: 50_000,
        currency: 'INR',
        status,
        method: 'card',
        captured: status === 'captured',
        amount_refunded: 0,
      },
      'poll',
    );
  return stored;
}

it('restores the cart, once, when an authorized payment fails or is returned', async () => {
  for (const status of ['failed', 'refunded'])
    expect(
      await applyAll([
        ['pay_1', 'authorized'],
        ['pay_1', 'authorized'],
        ['pay_2', 'failed'],
        ['pay_1', status],
        ['pay_1', status],
      ]),
    ).toEqual(['awaits pay_1', 'restored']);
});

it('leaves the cart when a payment fails at once, as the buyer may pay in another way', async () => {
  expect(
    await applyAll([
      ['pay_1', 'created'],
      ['pay_1', 'failed'],
    ]),
  ).toEqual([]);
});

it('prolongs the reservation at the first attempt, which shows that the buyer is in the dialog', async () => {
  expect(await applyAll([['pay_1', 'failed']], {}, true)).toEqual(['prolonged']);
});

it('stores nothing for the payment that has paid, whatever is reported of it', async () => {
  const paid = { status: 'PAID', paymentId: 'pay_1' } as const;
  expect(
    await applyAll(
      [
        ['pay_1', 'captured'],
        ['pay_1', 'authorized'],
        ['pay_1', 'failed'],
      ],
      paid,
    ),
  ).toEqual([]);
});

it('stores the refunds of a payment before it pays its checkout', async () => {
  const done: string[] = [];
  const unused = async (): Promise<never> => {
    throw new Error('not expected');
  };
  const payment = {
    id: 'pay_1',
    order_id: 'order_1',
    amount: 50_000,
    currency: 'INR',
    status: 'refunded',
    method: 'card',
    captured: true,
    amount_refunded: 50_000,
  };
  const updates = createPaymentUpdates(
    {
      attempted: unused,
      awaitPayment: unused,
      restoreDue: unused,
      async paid() {
        done.push('paid');
        return true;
      },
      refundDue: unused,
      find: unused,
    },
    { findPayment: async () => payment, listPayments: unused, capture: unused },
    { read: async (id, paymentId) => void done.push(`refunds of ${id}, ${paymentId}`) as undefined },
    () => undefined,
  );
  await updates.sync(aCheckout(), 'webhook', 'pay_1');
  expect(done).toEqual(['refunds of co_1, pay_1', 'paid']);
});

it('leaves an authorized payment alone when another one has paid the checkout since it was read', async () => {
  const checkout = aCheckout({ status: 'ORDERED' });
  const payment = {
    id: 'pay_2',
    order_id: 'order_1',
    amount: 50_000,
    currency: 'INR',
    status: 'authorized',
    method: 'card',
    captured: false,
    amount_refunded: 0,
  };
  const unused = async (): Promise<never> => {
    throw new Error('nothing is captured');
  };
  const updates = createPaymentUpdates(
    {
      attempted: async () => false,
      awaitPayment: async () => undefined,
      restoreDue: unused,
      paid: unused,
      refundDue: unused,
      find: async () => ({ ...checkout, status: 'PAID', paymentId: 'pay_1' }),
    },
    { findPayment: async () => payment, listPayments: unused, capture: unused },
    { read: unused },
    () => undefined,
  );
  expect(await updates.sync(checkout, 'webhook', 'pay_2')).toEqual([payment]);
});

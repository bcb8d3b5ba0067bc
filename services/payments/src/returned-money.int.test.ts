import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POLL, startPurchaseSite, type Json, type PurchaseSite } from './purchase-site-builder.ts';

// Money that goes back at the provider, in its dashboard or by a dispute, as payments and cart-orders note it.

const TOTAL = 140_500;
let site: PurchaseSite;
let staff: Record<string, string>;

beforeAll(async () => {
  site = await startPurchaseSite({ PAYMENT_LISTING_MS: '500', REFUND_CHECK_MS: '200' });
  staff = await site.tokens.bearer({ userId: 11, role: 11 });
});
afterAll(() => site?.end());

const control = async (path: string, body: object): Promise<Json> =>
  (await site.post('sandbox', `/control/${path}`, body)).body;
const purchaseOf = (checkoutId: unknown) =>
  site.connections.carts.collection('purchases').findOne({ checkoutId: String(checkoutId) });

/** Creates a checkout and pays it at the provider; nothing of it is reported. */
async function aPayment() {
  const buyer = await site.purchases.aBuyer();
  const { body } = await buyer.checkout();
  const confirmation = await site.purchases.pay(String(body['id']));
  return {
    buyer,
    orderId: String(body['id']),
    checkoutId: String(body['checkout_id']),
    paymentId: String(confirmation['razorpay_payment_id']),
    confirmation,
  };
}
async function anOrder() {
  const payment = await aPayment();
  await site.purchases.verify(payment.confirmation);
  await site.purchases.expectSettled(payment.buyer, payment.orderId);
  return payment;
}
async function eventsOf(checkoutId: string): Promise<string[]> {
  const outbox = (await purchaseOf(checkoutId))?.['outbox'] as { type: string }[] | undefined;
  return (outbox ?? []).map(({ type }) => type);
}
const update = async (id: unknown, data: Json) =>
  fetch(`${site.urlOf('carts')}/api/orders/${String(id)}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...staff },
    body: JSON.stringify({ data }),
  });

describe('a refund in the dashboard', () => {
  it.each(['sent', 'lost'])(
    'of a part leaves the order, with a credit note, with its webhooks %s',
    async (webhook) => {
      const { checkoutId, paymentId, buyer } = await anOrder();
      await control(`payments/${paymentId}/refund`, { amount: 40_500, webhook });
      await expect
        .poll(() => purchaseOf(checkoutId), POLL)
        .toMatchObject({
          status: 'CONFIRMED',
          returnedPaise: 40_500,
          creditNotes: [{ number: expect.stringMatching(/^CN\//), amountPaise: 40_500 }],
        });
      expect(await eventsOf(checkoutId)).toEqual(['order.created', 'order.refunded']);
      expect((await buyer.orders())[0]).toMatchObject({
        attributes: { refund_status: 'partial', refunded_amount: 405, credit_notes: [{ amount: 405 }] },
      });
    },
  );

  it('of everything cancels an order of which nothing was shipped', async () => {
    const { checkoutId, paymentId, orderId } = await anOrder();
    await control(`payments/${paymentId}/refund`, { webhook: 'lost' });
    await expect
      .poll(() => purchaseOf(checkoutId), POLL)
      .toMatchObject({
        status: 'CANCELLED',
        cancelledFor: 'refunded',
        returnedPaise: TOTAL,
        creditNotes: [{ amountPaise: TOTAL }],
      });
    await expect
      .poll(async () => (await site.purchases.checkoutOf(orderId))?.['refunds'], POLL)
      .toMatchObject([{ state: 'DONE' }]);
    expect(await eventsOf(checkoutId)).toEqual(['order.created', 'order.cancelled']);
    const { body } = await site.get('payments', `/api/payment/status/${checkoutId}`);
    expect(body['data']).toMatchObject({ stage: 'refunded', refundedPaise: TOTAL });
  });

  it('of a part before a cancellation leaves the rest to it, to the paisa', async () => {
    const { checkoutId, paymentId, buyer, orderId } = await anOrder();
    await control(`payments/${paymentId}/refund`, { amount: 40_500, webhook: 'lost' });
    const [order] = await buyer.orders();
    expect((await update(order?.['id'], { status: 'CANCELLED' })).status).toBe(200);
    await expect
      .poll(async () => (await site.purchases.checkoutOf(orderId))?.['refunds'], POLL)
      .toMatchObject([{ state: 'DONE', failures: 0 }]);
    const refunds = (await (
      await fetch(`${site.urlOf('sandbox')}/v1/payments/${paymentId}/refunds`, {
        headers: {
          authorization: `Basic ${Buffer.from('rzp_test_sandbox:a-key-secret-of-some-length').toString('base64')}`,
        },
      })
    ).json()) as { items: { amount: number }[] };
    expect(refunds.items.map(({ amount }) => amount).toSorted()).toEqual([100_000, 40_500].toSorted());
    await expect.poll(() => purchaseOf(checkoutId), POLL).toMatchObject({ returnedPaise: TOTAL });
    const notes = (await purchaseOf(checkoutId))?.['creditNotes'] as { amountPaise: number }[];
    expect(notes.reduce((sum, { amountPaise }) => sum + amountPaise, 0)).toBe(TOTAL);
  });
});

describe('a dispute', () => {
  it.each(['sent', 'lost'])('is noted, and takes its amount when it is lost, webhook %s', async (webhook) => {
    const { checkoutId, paymentId } = await anOrder();
    const { id } = await control(`payments/${paymentId}/dispute`, { amount: 40_500, webhook });
    await expect
      .poll(() => purchaseOf(checkoutId), POLL)
      .toMatchObject({ disputes: [{ id, status: 'open', amountPaise: 40_500 }] });
    const { body } = await site.get('carts', '/api/orders/reconciliation', staff);
    expect((body['payments'] as Json)['openDisputes']).toMatchObject({ ids: [checkoutId] });
    await control(`disputes/${String(id)}`, { status: 'lost', webhook });
    await expect
      .poll(() => purchaseOf(checkoutId), POLL)
      .toMatchObject({
        status: 'CONFIRMED',
        returnedPaise: 40_500,
        disputes: [{ status: 'lost' }],
        creditNotes: [{ amountPaise: 40_500 }],
      });
    expect(await eventsOf(checkoutId)).toEqual([
      'order.created',
      'order.disputed',
      'order.disputed',
      'order.refunded',
    ]);
  });
});

it('adds up in the reconciliation', async () => {
  await expect
    .poll(async () => (await site.get('carts', '/api/orders/reconciliation', staff)).body, POLL)
    .toMatchObject({
      refundsDiffer: { count: 0 },
      moneyWithoutOrder: { count: 0 },
      payments: { failedRefunds: { count: 0 } },
    });
});

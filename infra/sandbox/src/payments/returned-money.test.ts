import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aPaymentSandbox, aWebhookReceiver } from './payments-builder.ts';

let shop: Awaited<ReturnType<typeof aWebhookReceiver>>;
let sandbox: Awaited<ReturnType<typeof aPaymentSandbox>>;
beforeEach(async () => {
  shop = await aWebhookReceiver();
  sandbox = await aPaymentSandbox({ webhookUrl: shop.url });
});
afterEach(async () => {
  await sandbox.close();
  await shop.close();
});

/** Pays ₹600 without webhooks; resolves with the id of the payment. */
async function paid(): Promise<string> {
  const { body } = await sandbox.call('POST', '/v1/orders', { amount: 60_000, currency: 'INR' });
  const pay = { order_id: body.id, outcome: 'captured', webhook: 'lost' };
  return (await sandbox.send('POST', '/control/pay', pay)).body.razorpay_payment_id;
}
const control = async (path: string, body: object) =>
  (await sandbox.send('POST', `/control/${path}`, body)).body;
const paymentOf = async (id: string) => (await sandbox.call('GET', `/v1/payments/${id}`)).body;

describe('a refund in the dashboard', () => {
  it('takes a part or what is left, and is reported like every refund', async () => {
    const id = await paid();
    const first = await control(`payments/${id}/refund`, { amount: 20_000 });
    expect(await paymentOf(id)).toMatchObject({ amount_refunded: 20_000, refund_status: 'partial' });
    expect(await control(`payments/${id}/refund`, {})).toMatchObject({ amount: 40_000 });
    expect(await paymentOf(id)).toMatchObject({ status: 'refunded', captured: true });
    await control(`refunds/${first.id}`, { status: 'processed' });
    await expect.poll(shop.events).toHaveLength(3);
    expect(shop.events().toSorted()).toEqual(['refund.created', 'refund.created', 'refund.processed']);
  });

  it('loses the webhooks of its end, too, when they are lost', async () => {
    await sandbox.close();
    sandbox = await aPaymentSandbox({ webhookUrl: shop.url, refundSettleMs: 1 });
    const { id: refundId } = await control(`payments/${await paid()}/refund`, { webhook: 'lost' });
    await expect
      .poll(async () => (await sandbox.call('GET', `/v1/refunds/${refundId}`)).body)
      .toMatchObject({ status: 'processed' });
    const deliveries: { event: string; state: string }[] = (await sandbox.send('GET', '/control/webhooks'))
      .body;
    const ofRefund = deliveries.filter(({ event }) => event.startsWith('refund.'));
    expect(ofRefund.map(({ state }) => state)).toEqual(['lost', 'lost']);
  });
});

describe('a dispute', () => {
  it('takes its amount when it is lost, and ends once', async () => {
    const id = await paid();
    const dispute = await control(`payments/${id}/dispute`, { amount: 20_000 });
    expect(dispute).toMatchObject({ payment_id: id, status: 'open', amount: 20_000, amount_deducted: 0 });
    await control(`disputes/${dispute.id}`, { status: 'under_review' });
    await control(`disputes/${dispute.id}`, { status: 'lost' });
    const lost = { id: dispute.id, status: 'lost', amount_deducted: 20_000 };
    expect((await sandbox.call('GET', `/v1/disputes/${dispute.id}`)).body).toMatchObject(lost);
    expect((await sandbox.call('GET', '/v1/disputes?count=100')).body).toMatchObject({ items: [lost] });
    expect(await paymentOf(id)).toMatchObject({ status: 'captured', amount_refunded: 0 });
    expect(await control(`disputes/${dispute.id}`, { status: 'won' })).toHaveProperty('error');
    await expect.poll(shop.events).toHaveLength(3);
    expect(shop.events().toSorted()).toEqual([
      'payment.dispute.created',
      'payment.dispute.lost',
      'payment.dispute.under_review',
    ]);
    const [{ body } = { body: '{}' }] = shop.received;
    expect(JSON.parse(body)).toMatchObject({
      contains: ['payment', 'dispute'],
      payload: { payment: { entity: { id } }, dispute: { entity: { id: dispute.id } } },
    });
  });
});

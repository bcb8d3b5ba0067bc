import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POLL, startPurchaseSite, type Json, type PurchaseSite } from './purchase-site-builder.ts';

// Refunds from the request to their end at the bank, which the provider reports later.

let site: PurchaseSite;

beforeAll(async () => {
  // Only the tests end refunds.
  site = await startPurchaseSite({}, { REFUND_SETTLE_MS: '86400000' });
});
afterAll(() => site?.end());

interface StoredRefund {
  state: string;
  providerId: string | null;
  failures: number;
}

/** Creates a checkout that is paid twice: the second payment is due for refund. */
async function aSecondPayment() {
  const buyer = await site.purchases.aBuyer();
  const orderId = String((await buyer.checkout()).body['id']);
  await site.purchases.verify(await site.purchases.pay(orderId));
  await site.purchases.verify(await site.purchases.pay(orderId, { force: true }));
  const read = async (): Promise<StoredRefund | undefined> =>
    ((await site.purchases.checkoutOf(orderId))?.['refunds'] as StoredRefund[] | undefined)?.[0];
  const untilRequested = async (failures: number): Promise<string> => {
    await expect.poll(read, POLL).toMatchObject({ state: 'REQUESTED', failures });
    return String((await read())?.providerId);
  };
  const end = (refundId: string, status: string, webhook: string) =>
    site.post('sandbox', `/control/refunds/${refundId}`, { status, webhook });
  return { orderId, read, untilRequested, end };
}

const findings = async (): Promise<Json> => {
  const staff = await site.tokens.bearer({ userId: 11, role: 11 });
  const { body } = await site.get('carts', '/api/orders/reconciliation', staff);
  return (body['payments'] as Json)['failedRefunds'] as Json;
};

describe('a refund that the provider has accepted', () => {
  it.each(['sent', 'lost'])(
    'is done when the bank has processed it, with its webhook %s',
    async (webhook) => {
      const { read, untilRequested, end } = await aSecondPayment();
      await end(await untilRequested(0), 'processed', webhook);
      await expect.poll(read, POLL).toMatchObject({ state: 'DONE', failures: 0 });
    },
  );

  it('and that the bank returns is requested again under another key, and then a finding', async () => {
    const { orderId, read, untilRequested, end } = await aSecondPayment();
    const ids: string[] = [];
    for (let failures = 0; failures < 3; failures += 1) {
      const id = await untilRequested(failures);
      ids.push(id);
      await end(id, 'failed', failures === 0 ? 'sent' : 'lost');
    }
    await expect.poll(read, POLL).toMatchObject({ state: 'FAILED', failures: 3 });
    expect(new Set(ids).size).toBe(3);
    const checkout = await site.purchases.checkoutOf(orderId);
    expect(await findings()).toEqual({ count: 1, ids: [String(checkout?._id)] });
    await expect
      .poll(async () => (await site.purchases.checkoutOf(orderId))?.['refundDueAt'], POLL)
      .toBeUndefined();

    const administrator = await site.tokens.bearer({ userId: 11, role: 11 });
    await site.post('carts', '/api/orders/reconciliation/repair', {}, administrator);
    await end(await untilRequested(3), 'processed', 'lost');
    await expect.poll(read, POLL).toMatchObject({ state: 'DONE' });
    expect(await findings()).toEqual({ count: 0, ids: [] });
  });
});

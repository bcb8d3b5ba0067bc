import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  POLL,
  SERVICE_TOKEN,
  startPurchaseSite,
  type Json,
  type PurchaseSite,
} from './purchase-site-builder.ts';

// Refunds by part and parcels of the desk, from the call to the bank and the credit notes.

let site: PurchaseSite;
let desk: Record<string, string>;

beforeAll(async () => {
  site = await startPurchaseSite();
  desk = await site.tokens.bearer({ userId: 11, role: 11 });
});
afterAll(() => site?.end());

async function aSale() {
  const buyer = await site.purchases.aBuyer();
  const orderId = String((await buyer.checkout()).body['id']);
  await site.purchases.pay(orderId, { webhook: 'doubled' });
  await site.purchases.expectSettled(buyer, orderId);
  const checkout = await site.purchases.checkoutOf(orderId);
  const stored = await site.connections.carts
    .collection('purchases')
    .findOne({ checkoutId: String(checkout?._id) });
  const id = String(stored?._id);
  const read = async (): Promise<Json> =>
    (await site.get('carts', `/api/purchases/${id}`, desk)).body['data'] as Json;
  const refund = (key: string, data: object) =>
    site.post(
      'carts',
      `/api/purchases/${id}/refunds`,
      { data: { reason: 'damaged', ...data } },
      { ...desk, 'idempotency-key': key },
    );
  const [first, second] = (stored?.['lines'] ?? []) as { id: number }[];
  return {
    id,
    read,
    refund,
    paymentId: String(stored?.['paymentId']),
    lines: [first?.id ?? 0, second?.id ?? 0],
  };
}
const atProvider = async (paymentId: string): Promise<number[]> => {
  const response = await fetch(`${site.urlOf('sandbox')}/v1/payments/${paymentId}/refunds`, {
    headers: {
      authorization: `Basic ${Buffer.from('rzp_test_sandbox:a-key-secret-of-some-length').toString('base64')}`,
    },
  });
  return ((await response.json()) as { items: { amount: number }[] }).items
    .map(({ amount }) => amount)
    .toSorted((a, b) => a - b);
};

describe('the desk of the shop', () => {
  it('finds, ships and refunds a purchase by part, before and after delivery, each once', async () => {
    const sale = await aSale();
    const { lines } = sale;
    const parcel = { data: { carrier: 'India Post', number: 'EX1', lines: [lines[0]] } };
    const { body } = await site.post('carts', `/api/purchases/${sale.id}/shipments`, parcel, desk);
    expect(body['data']).toMatchObject({ id: 1, lines: [lines[0]] });
    expect((await site.get('carts', '/api/purchases?q=EX1', desk)).body['data']).toMatchObject([
      { id: sale.id, status: 'partly_shipped' },
    ]);
    // The second line was not shipped: its refund cancels it.
    const unshipped = { lines: [{ id: lines[1], copies: 1 }], restock: true };
    const responses = await Promise.all([1, 2, 3].map(() => sale.refund('the-key-of-a-line', unshipped)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await sale.refund('the-key-of-a-line', { amount_paise: 1 })).status).toBe(409);
    expect((await sale.refund('the-key-of-a-copy', { lines: [{ id: lines[0], copies: 1 }] })).status).toBe(
      200,
    );
    await expect
      .poll(async () => ((await sale.read())['refunds'] as Json[]).map(({ state }) => state), POLL)
      .toEqual(['DONE', 'DONE']);
    await expect
      .poll(
        async () =>
          ((await sale.read())['credit_notes'] as Json[]).map((note) => note['amount_paise']).toSorted(),
        POLL,
      )
      .toEqual([40_500, 45_000]);
    expect(await sale.read()).toMatchObject({
      status: 'shipped',
      refund: 'partial',
      refunded_paise: 85_500,
      left_paise: 55_000,
      missing: [],
    });
    expect(await atProvider(sale.paymentId)).toEqual([40_500, 45_000]);
    expect(
      (
        await site.post(
          'carts',
          `/api/purchases/${sale.id}/shipments`,
          { data: { carrier: 'x', number: 'EX2', lines: [lines[1]] } },
          desk,
        )
      ).status,
    ).toBe(409);
    const kinds = ((await sale.read())['timeline'] as Json[]).map(({ kind }) => kind);
    for (const kind of [
      'checkout.created',
      'checkout.paid',
      'webhook',
      'order.created',
      'bill.issued',
      'parcel.shipped',
      'refund.ordered',
      'refund.processed',
      'credit_note.issued',
    ])
      expect(kinds).toContain(kind);
    const report = await site.get('carts', '/internal/reconciliation', { 'x-service-token': SERVICE_TOKEN });
    expect(report.body).toMatchObject({
      refundsDiffer: { count: 0 },
      payments: { failedRefunds: { count: 0 } },
    });
  });

  it('accepts the cancellation that a buyer asks for by refunding it, once, with the credit note of it', async () => {
    const sale = await aSale();
    const [first] = sale.lines;
    const page = new URL(String((await sale.read())['status_path']), 'http://site.example');
    const url = `${page.pathname.replace('/status/', '/api/order-status/')}`;
    const request = (data: object) => site.post('carts', `${url}/requests${page.search}`, { data });
    expect((await request({ kind: 'return', reason: 'x' })).status).toBe(409);
    const wanted = { kind: 'cancel', lines: [{ id: first, copies: 1 }], reason: 'Bought twice' };
    const responses = await Promise.all([request(wanted), request(wanted)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    const list = await site.get('carts', '/api/purchases?request=open', desk);
    expect(list.body['data']).toMatchObject([{ id: sale.id, has_request: true }]);
    const path = `/api/purchases/${sale.id}/requests/1`;
    const accept = () => site.put('carts', path, { data: { state: 'accepted', reply: '' } }, desk);
    expect((await Promise.all([accept(), accept()])).map(({ status }) => status)).toEqual([200, 200]);
    const decline = await site.put('carts', path, { data: { state: 'declined', reply: 'No' } }, desk);
    expect(decline.status).toBe(409);
    await expect.poll(() => atProvider(sale.paymentId), POLL).toEqual([45_000]);
    await expect.poll(async () => ((await sale.read())['credit_notes'] as Json[]).length, POLL).toBe(1);
    const refund = String(((await sale.read())['refunds'] as Json[])[0]?.['provider_id']);
    const note = await fetch(
      `${site.urlOf('carts')}/internal/purchases/${sale.id}/credit-note?refund=${refund}`,
      { headers: { 'x-service-token': SERVICE_TOKEN } },
    );
    expect([note.status, note.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect((await site.get('carts', `${url}${page.search}`)).body['data']).toMatchObject({
      requests: [{ state: 'accepted', lines: [{ id: first, copies: 1 }] }],
      refunded_paise: 45_000,
    });
    expect((await sale.read())['timeline']).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ kind: 'request.accepted', by: 11 })]),
    );
  });

  it('promises no more than was paid, however many ask at once, also beside the dashboard', async () => {
    const sale = await aSale();
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, at) => sale.refund(`a-key-of-its-own-${at}`, { amount_paise: 50_000 })),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409, 409, 409]);
    await expect.poll(() => atProvider(sale.paymentId), POLL).toEqual([50_000, 50_000]);
    expect((await sale.refund('a-key-for-the-rest', { amount_paise: 40_501 })).status).toBe(409);
    expect((await sale.refund('another-for-the-rest', { amount_paise: 40_499 })).status).toBe(200);
    await expect.poll(() => atProvider(sale.paymentId), POLL).toEqual([40_499, 50_000, 50_000]);
    await expect.poll(async () => (await sale.read())['refunded_paise'], POLL).toBe(140_499);
  });

  it('follows a refund that a crash of either service has left', async () => {
    const sale = await aSale();
    await site.kill('payments');
    expect((await sale.refund('a-key-during-a-crash', { amount_paise: 10_000 })).body['data']).toMatchObject({
      state: 'DUE',
    });
    expect(await sale.read()).toMatchObject({ missing: ['payments'] });
    await site.kill('carts');
    await Promise.all([site.start('payments'), site.start('carts')]);
    await expect.poll(() => atProvider(sale.paymentId), POLL).toEqual([10_000]);
    await expect
      .poll(
        async () => ((await sale.read())['refunds'] as Json[] | undefined)?.map(({ state }) => state),
        POLL,
      )
      .toEqual(['DONE']);
  });

  it('needs a key for a refund, and amounts that are whole paise', async () => {
    const sale = await aSale();
    const path = `/api/purchases/${sale.id}/refunds`;
    const data = { amount_paise: 100, reason: 'x' };
    expect((await site.post('carts', path, { data }, desk)).status).toBe(400);
    for (const amount_paise of [-100, 0, 0.5, '100', 1e30])
      expect((await sale.refund('a-key-of-a-fault', { amount_paise })).status).toBe(400);
    expect((await sale.refund('a-key-of-a-fault', {})).status).toBe(400);
    expect((await sale.read())['refunds']).toEqual([]);
  });
});

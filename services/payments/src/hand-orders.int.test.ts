import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ADDRESS, POLL, startPurchaseSite, type Json, type PurchaseSite } from './purchase-site-builder.ts';

// Orders that staff write down, from the call to the stock, the bill and the money that goes back.

const POINTS = ['cart-orders.hand-order-reserved', 'cart-orders.hand-order-stored'];
const CANCELLATION_POINTS = ['cart-orders.cancellation-stored', 'cart-orders.copies-moved'];
const STOCK = 40;
const TO_BE_SENT = {
  channel: 'phone',
  handed_over: false,
  shipping_paise: 5_000,
  billingAddress: { ...ADDRESS, city: 'Pune', state: 'Maharashtra' },
  sameAddress: 'Yes',
};

let site: PurchaseSite;
let folder: string;
let desk: Record<string, string>;
let keys = 0;

const order = (fields: object = {}) => ({
  data: {
    channel: 'fair',
    method: 'upi',
    reference: '402218771234',
    lines: [{ book_id: 3, copies: 2, unit_paise: 40_000 }],
    handed_over: true,
    ...fields,
  },
});
function aKey(): string {
  keys += 1;
  return `hand-order-${keys}`;
}
const write = (key: string, body: object = order()) =>
  site.post('carts', '/api/purchases', body, { ...desk, 'idempotency-key': key });
async function idOf(response: ReturnType<typeof write>): Promise<string> {
  const { status, body } = await response;
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return (body['data'] as { id: string }).id;
}
const read = async (id: string): Promise<Json> =>
  (await site.get('carts', `/api/purchases/${id}`, desk)).body['data'] as Json;
const stock = async (): Promise<Json> =>
  (await site.get('carts', '/api/book-stock/3', desk)).body['data'] as Json;
const stored = () => site.connections.carts.collection('purchases').countDocuments();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vidhi-hand-orders-'));
  site = await startPurchaseSite({}, {}, { FAIL_POINTS: folder });
  desk = await site.tokens.bearer({ userId: 11, role: 11 });
  await site.publishBook(3, 1, { stock: STOCK, Title: 'Evidence at the stall' });
  await vi.waitUntil(async () => (await stock())?.['free'] === STOCK, POLL);
});
afterAll(async () => {
  await site?.end();
  await rm(folder, { recursive: true, force: true });
});

describe('an order by hand', () => {
  it('is stored once for a key, with its copies sold, its bill, and nothing to reconcile', async () => {
    const key = aKey();
    const ids = await Promise.all(Array.from({ length: 5 }, () => idOf(write(key))));
    expect(new Set(ids).size).toBe(1);
    expect(await stored()).toBe(1);
    const [id = ''] = ids;
    await expect
      .poll(() => read(id), POLL)
      .toMatchObject({
        bill_number: expect.stringMatching(/^BS\//),
        status: 'delivered',
        total_paise: 80_000,
        payment_id: null,
        order_id: null,
        payment_method: 'UPI',
        needs_address: false,
        by_hand: { channel: 'fair', method: 'upi', reference: '402218771234' },
        missing: [],
      });
    expect(await stock()).toMatchObject({ free: STOCK - 2, sold: 2, held: 0 });
    expect((await write(key, order({ channel: 'shop' }))).status).toBe(409);
    const found = await site.get('carts', '/api/purchases?q=402218771234', desk);
    expect(found.body['data']).toMatchObject([{ id }]);
    // Its event waits for notify, which is not part of this site: the whole report is not clean.
    const none = { count: 0, ids: [] };
    expect((await site.get('carts', '/api/orders/reconciliation', desk)).body).toMatchObject({
      moneyWithoutOrder: none,
      orderWithoutMoney: none,
      refundsDiffer: none,
    });
  });

  it('has an id and a place in the stock when the process is killed at any point, sent again or not', async () => {
    for (const point of POINTS)
      for (const isRepeated of [true, false]) {
        const before = { stored: await stored(), ...(await stock()) } as { stored: number; sold: number };
        const key = aKey();
        await writeFile(join(folder, point), '1');
        await expect(write(key)).rejects.toThrow('fetch failed');
        await site.start('carts');
        const isLost = point === POINTS[0] && !isRepeated;
        if (isRepeated) await idOf(write(key));
        const orders = isLost ? 0 : 1;
        await expect.poll(async () => (await stock())['sold'], POLL).toBe(before.sold + 2 * orders);
        expect(await stored()).toBe(before.stored + orders);
        await expect
          .poll(
            () => site.connections.carts.collection('purchases').countDocuments({ documentsDue: true }),
            POLL,
          )
          .toBe(0);
      }
  });

  it('gives its copies back once when it is cancelled, whatever kills the process', async () => {
    for (const point of [null, ...CANCELLATION_POINTS]) {
      const id = await idOf(write(aKey(), order(TO_BE_SENT)));
      await expect.poll(async () => (await read(id))['bill_number'], POLL).toMatch(/^BS\//);
      const before = await stock();
      const [line] = (await read(id))['lines'] as { id: number }[];
      const cancel = () =>
        site.put('carts', `/api/orders/${line?.id}`, { data: { status: 'CANCELLED' } }, desk);
      if (point !== null) await writeFile(join(folder, point), '1');
      const status = await cancel().then(
        (response) => response.status,
        () => null,
      );
      expect(status).toBe(point === null ? 200 : null);
      if (point !== null) await site.start('carts');
      await expect.poll(() => read(id), POLL).toMatchObject({ status: 'cancelled', refunded_paise: 85_000 });
      await expect
        .poll(
          () => site.connections.carts.collection('purchases').countDocuments({ documentsDue: true }),
          POLL,
        )
        .toBe(0);
      expect(await stock()).toMatchObject({ free: Number(before['free']) + 2, sold: before['sold'] });
      expect((await cancel()).status).toBe(200);
      expect(await stock()).toMatchObject({ free: Number(before['free']) + 2 });
      expect((await read(id))['timeline']).toMatchObject(
        expect.arrayContaining([expect.objectContaining({ kind: 'stock.returned', by: 11 })]),
      );
    }
  });

  it('is rejected for copies that are not there, and leaves the stock as it is', async () => {
    const before = await stock();
    const response = await write(aKey(), order({ lines: [{ book_id: 3, copies: STOCK + 1 }] }));
    expect(response.status).toBe(409);
    expect(JSON.stringify(response.body)).toContain('Evidence at the stall');
    expect(await stock()).toEqual(before);
    expect((await write(aKey(), order({ lines: [{ book_id: 3, copies: 0 }] }))).status).toBe(400);
    const noKey = await site.post('carts', '/api/purchases', order(), desk);
    expect(noKey.status).toBe(400);
  });

  it('that is to be sent goes to its address, is refunded by part, and cancelled with the rest', async () => {
    const id = await idOf(write(aKey(), order(TO_BE_SENT)));
    await expect.poll(async () => (await read(id))['bill_number'], POLL).toMatch(/^BS\//);
    const sold = await read(id);
    expect(sold).toMatchObject({ status: 'unshipped', total_paise: 85_000, left_paise: 85_000 });
    const [line] = sold['lines'] as { id: number }[];
    const refund = await site.post(
      'carts',
      `/api/purchases/${id}/refunds`,
      { data: { reason: 'damaged', lines: [{ id: line?.id, copies: 1 }] } },
      { ...desk, 'idempotency-key': 'refund-of-a-copy' },
    );
    expect(refund.body['data']).toMatchObject({ state: 'DONE', amount_paise: 40_000 });
    await expect
      .poll(() => read(id), POLL)
      .toMatchObject({
        refunded_paise: 40_000,
        left_paise: 45_000,
        refund: 'partial',
        credit_notes: [{ amount_paise: 40_000 }],
        refunds: [{ origin: 'shop', state: 'DONE' }],
      });
    const before = await stock();
    const cancelled = await site.put(
      'carts',
      `/api/orders/${line?.id}`,
      { data: { status: 'CANCELLED' } },
      desk,
    );
    expect(cancelled.status).toBe(200);
    await expect
      .poll(() => read(id), POLL)
      .toMatchObject({
        status: 'cancelled',
        refunded_paise: 85_000,
        left_paise: 0,
        credit_notes: [{ amount_paise: 40_000 }, { amount_paise: 45_000 }],
      });
    // Not the copy that was refunded as damaged.
    await expect.poll(async () => (await stock())['free'], POLL).toBe(Number(before['free']) + 1);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POLL, startPurchaseSite, type Headers, type PurchaseSite } from './purchase-site-builder.ts';

// The bill of supply of an order, its dates, and its cancellation with refund and credit note.

let site: PurchaseSite;
let staff: Headers;

beforeAll(async () => {
  site = await startPurchaseSite();
  staff = await site.tokens.bearer({ userId: 11, role: 11 });
});
afterAll(() => site?.end());

async function aPurchase() {
  const buyer = await site.purchases.aBuyer();
  const orderId = String((await buyer.checkout()).body['id']);
  await site.purchases.verify(await site.purchases.pay(orderId));
  await site.purchases.expectSettled(buyer, orderId);
  const [order] = await buyer.orders();
  return { buyer, orderId, id: Number(order?.['id']) };
}
interface Stored {
  _id: string;
  bill?: { number: string; date: string };
  purchaseNumber?: string;
  outbox?: { id: string; type: string }[];
  documentsDue?: true;
  [field: string]: unknown;
}
const stored = () => site.connections.carts.collection<Stored>('purchases');
const eventsOf = async (userId: number, type: string): Promise<string[]> =>
  ((await stored().findOne({ userId }))?.outbox ?? [])
    .filter((event) => event.type === type)
    .map((event) => event.id);
const series = () =>
  site.connections.carts.collection<{ _id: string; last: number; claims: object[] }>('bill_series');
async function pdfOf(id: number, name: string, headers: Headers): Promise<[number, string]> {
  const response = await fetch(`${site.urlOf('carts')}/api/orders/${id}/${name}`, { headers });
  return [
    response.status,
    Buffer.from(await response.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ];
}
const update = async (id: number, data: object) => {
  const response = await fetch(`${site.urlOf('carts')}/api/orders/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...staff },
    body: JSON.stringify({ data }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
/** Resolves with the numbers of all bills, and the highest that was claimed. */
async function numbers(): Promise<{ issued: number[]; last: number }> {
  const issued = (
    await stored()
      .find({ bill: { $exists: true } })
      .toArray()
  )
    .map(({ bill }) => Number(bill?.number.split('/').at(-1)))
    .toSorted((a, b) => a - b);
  return { issued, last: (await series().findOne({ kind: 'BS' }))?.last ?? 0 };
}
/** Expects that every purchase has a number, and that every number up to the last one is that of a purchase. */
async function expectNoGap(): Promise<void> {
  const numbering = async () => {
    const { issued, last } = await numbers();
    return {
      withoutNumber: await stored().countDocuments({ bill: { $exists: false } }),
      isGapless: issued.length === last && issued.every((number, at) => number === at + 1),
    };
  };
  await expect.poll(numbering, POLL).toEqual({ withoutNumber: 0, isGapless: true });
}

describe('the bill of supply of an order', () => {
  it('is for its account and for staff', async () => {
    const { buyer, id } = await aPurchase();
    const stranger = await site.tokens.bearer({ userId: 9, role: 4 });
    expect(await pdfOf(id, 'bill-of-supply', buyer.bearer)).toEqual([200, '%PDF-']);
    expect(await pdfOf(id, 'bill-of-supply', staff)).toEqual([200, '%PDF-']);
    expect((await pdfOf(id, 'bill-of-supply', stranger))[0]).toBe(404);
    expect((await pdfOf(id, 'credit-note', buyer.bearer))[0]).toBe(404);
  });

  it('has a number without gaps, also after a crash that left one claimed and one purchase without', async () => {
    for (let count = 0; count < 3; count += 1) await aPurchase();
    await expectNoGap();
    await site.kill('carts');
    // State after the crash: the last number is claimed and not in its purchase, and another purchase has none.
    const { last } = await numbers();
    const [holder] = (
      await stored()
        .find({ bill: { $exists: true } })
        .toArray()
    ).filter(({ bill }) => bill?.number.endsWith(`/${String(last).padStart(6, '0')}`));
    if (holder?.bill === undefined) throw new Error('no purchase has the last number');
    // Of an older release: without an order number.
    const { _id, bill, purchaseNumber: _, ...rest } = holder;
    await stored().updateOne({ _id }, { $unset: { bill: '' }, $set: { documentsDue: true } });
    await series().updateOne(
      { kind: 'BS' },
      { $push: { claims: { purchaseId: _id, number: bill.number, date: bill.date } } },
    );
    const unbilled = { ...rest, _id: 'pu_unbilled', paymentId: 'pay_unbilled', checkoutId: 'co_unbilled' };
    await stored().insertOne({ ...unbilled, documentsDue: true });
    await site.start('carts');
    await expectNoGap();
    expect((await numbers()).last).toBe(last + 1);
    expect((await stored().findOne({ _id: 'pu_unbilled' }))?.purchaseNumber).toMatch(/^[3-9A-Y]{10}$/);
  });
});

describe('an order', () => {
  it('is shipped and delivered by staff, and then not cancelled any more', async () => {
    const { buyer, id } = await aPurchase();
    expect((await update(id, { delivered_date: '2026-10-02' })).status).toBe(409);
    expect((await update(id, { shipping_date: '2026-10-01' })).body['data']).toMatchObject({
      attributes: { status: 'SHIPPED', shipping_date: '2026-10-01', delivered_date: null },
    });
    // A corrected date is the same parcel.
    await update(id, { shipping_date: '2026-09-30' });
    expect((await update(id, { shipping_date: '2026-02-30' })).status).toBe(400);
    expect(await eventsOf(buyer.userId, 'order.shipped')).toEqual([
      expect.stringContaining(`:${id}:2026-10-01`),
    ]);
    await update(id, { delivered_date: '2026-10-02' });
    const [order] = await buyer.orders();
    expect(order).toMatchObject({ attributes: { status: 'DELIVERED', delivered_date: '2026-10-02' } });
    expect((await update(id, { status: 'CANCELLED' })).status).toBe(409);
  });

  it('that is cancelled is refunded once, and gets a credit note', async () => {
    const { buyer, orderId, id } = await aPurchase();
    const lineIds = (await buyer.orders()).map((order) => order['id']);
    expect(lineIds).toHaveLength(2);
    const responses = await Promise.all(Array.from({ length: 4 }, () => update(id, { status: 'CANCELLED' })));
    responses.push(await update(id, { status: 'CANCELLED' }));
    for (const { body } of responses) {
      expect(body['data']).toMatchObject({ id, attributes: { status: 'CANCELLED', cancelled_for: 'staff' } });
      // Every line of the purchase is cancelled with it.
      const { cancelled } = body['meta'] as { cancelled: { id: number }[] };
      expect(cancelled.map((order) => order.id)).toEqual(lineIds);
    }
    expect(await eventsOf(buyer.userId, 'order.cancelled')).toHaveLength(1);
    await expect
      .poll(async () => (await site.purchases.checkoutOf(orderId))?.['refunds'], POLL)
      .toMatchObject([{ reason: 'cancelled', amountPaise: 140_500, state: 'DONE' }]);
    expect(await pdfOf(id, 'credit-note', buyer.bearer)).toEqual([200, '%PDF-']);
    expect((await update(id, { shipping_date: '2026-10-01' })).status).toBe(409);
    await expectNoGap();
    expect(await stored().findOne({ userId: buyer.userId })).toMatchObject({
      creditNotes: [
        { number: expect.stringMatching(/^CN\/\d\d-\d\d\/000001$/) as string, amountPaise: 140_500 },
      ],
    });
  });
});

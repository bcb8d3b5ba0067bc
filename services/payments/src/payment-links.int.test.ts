import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ADDRESS, POLL, startPurchaseSite, type Json, type PurchaseSite } from './purchase-site-builder.ts';

// Orders that staff write down and that are paid by a link, from the call to the order, and what ends them otherwise.

const STOCK = 40;

let site: PurchaseSite;
let folder: string;
let desk: Record<string, string>;
let keys = 0;

const request = (fields: object = {}) => ({
  data: {
    channel: 'phone',
    lines: [{ book_id: 3, copies: 2, unit_paise: 40_000 }],
    shipping_paise: 5_000,
    billingAddress: { ...ADDRESS, city: 'Pune', state: 'Maharashtra' },
    sameAddress: 'Yes',
    days: 7,
    mail: true,
    ...fields,
  },
});
function aKey(): string {
  keys += 1;
  return `payment-link-${keys}`;
}
const write = (key: string, body: object = request()) =>
  site.post('carts', '/api/payment-links', body, { ...desk, 'idempotency-key': key });
async function aLink(key = aKey()): Promise<{ id: string; key: string }> {
  const { status, body } = await write(key);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  const { id, path } = body['data'] as { id: string; path: string };
  return { id, key: new URL(path, 'http://site').searchParams.get('key') ?? '' };
}
interface StoredLink {
  _id: string;
  holdDue?: true;
  releaseDueAt?: Date;
  expiresAt: Date;
}
interface StoredStock {
  _id: number;
  holds: { checkoutId: string; until: Date }[];
}
type Link = Awaited<ReturnType<typeof aLink>>;
const read = async ({ id, key }: Link): Promise<Json> =>
  (await site.get('carts', `/api/payment-links/${id}?key=${key}`)).body['data'] as Json;
const checkout = ({ id, key }: Link) =>
  site.postUntilAvailable('payments', '/api/payment/checkout', { payment_link: id, key });
const cancel = ({ id }: Link) => site.post('carts', `/api/payment-links/${id}/cancel`, {}, desk);
const stock = async (): Promise<Json> =>
  (await site.get('carts', '/api/book-stock/3', desk)).body['data'] as Json;
const purchaseOf = (checkoutId: unknown) =>
  site.connections.carts.collection('purchases').findOne({ checkoutId: String(checkoutId) });
const refundsOf = async (orderId: string) =>
  ((await site.purchases.checkoutOf(orderId))?.['refunds'] ?? []) as Json[];
/** Number of payments, orders and refunds that do not fit. */
async function differences(): Promise<number> {
  const { body } = await site.get('carts', '/api/orders/reconciliation', desk);
  const { moneyWithoutOrder, orderWithoutMoney, refundsDiffer, payments } = body as Record<string, Json>;
  return [
    moneyWithoutOrder,
    orderWithoutMoney,
    refundsDiffer,
    payments?.['unmatchedPayments'] as Json,
  ].reduce((sum, found) => sum + Number(found?.['count']), 0);
}

/** Ends cart-orders when it passes this point, and starts it again. */
async function endedAt(point: string, act: () => Promise<unknown>): Promise<void> {
  await writeFile(join(folder, point), '1');
  await act().catch(() => undefined);
  await vi.waitUntil(async () => {
    try {
      await fetch(`${site.urlOf('carts')}/livez`);
      return false;
    } catch {
      return true;
    }
  }, POLL);
  await site.start('carts');
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vidhi-payment-links-'));
  site = await startPurchaseSite({}, {}, { FAIL_POINTS: folder });
  desk = await site.tokens.bearer({ userId: 11, role: 11 });
  await site.publishBook(3, 1, { stock: STOCK, Title: 'Evidence by phone' });
  await vi.waitUntil(async () => (await stock())?.['free'] === STOCK, POLL);
});
afterAll(async () => {
  await site?.end();
  await rm(folder, { recursive: true, force: true });
});

describe('a payment link', () => {
  it('is one for a key, holds its copies, and is paid like any checkout, at the prices of the desk', async () => {
    const key = aKey();
    const links = await Promise.all(Array.from({ length: 5 }, () => aLink(key)));
    const [link] = links as [Link];
    expect(new Set(links.map(({ id }) => id)).size).toBe(1);
    expect((await write(key, request({ days: 8 }))).status).toBe(409);
    expect(await read(link)).toMatchObject({
      state: 'open',
      total_paise: 85_000,
      shipping: { name: ADDRESS.name, city: 'Pune' },
      order_path: null,
    });
    expect(await stock()).toMatchObject({ free: STOCK - 2, held: 2 });

    expect((await checkout({ ...link, key: 'x'.repeat(22) })).status).toBe(404);
    const { status, body } = await checkout(link);
    expect(status).toBe(200);
    expect(body).toMatchObject({ amount: 85_000, email: ADDRESS.email });
    // Again, by whomever: the same order at the provider, and no more copies.
    expect((await checkout(link)).body['id']).toBe(body['id']);
    expect(await stock()).toMatchObject({ free: STOCK - 2, held: 2 });

    const orderId = String(body['id']);
    const confirmation = await site.purchases.pay(orderId);
    expect((await site.purchases.verify(confirmation)).status).toBe(200);
    await expect.poll(() => site.purchases.statusOf(orderId), POLL).toBe('FULFILLED');
    const purchase = await purchaseOf(body['checkout_id']);
    expect(purchase).toMatchObject({
      status: 'CONFIRMED',
      totalPaise: 85_000,
      paymentLink: { id: link.id, channel: 'phone', by: 11 },
      shipping: { city: 'Pune' },
    });
    await expect.poll(async () => (await purchaseOf(body['checkout_id']))?.['bill'], POLL).toBeTruthy();
    expect(await stock()).toMatchObject({ free: STOCK - 2, held: 0, sold: 2 });
    // The sandbox charges 2 % and 18 % GST on that.
    const month = new Date(Date.now() + 19_800_000).toISOString().slice(0, 7);
    const fees = await site.get('carts', `/api/orders/fees?month=${month}`, desk);
    expect(fees.body['data']).toMatchObject({ payments: 1, fee_paise: 2_006, tax_paise: 306, unknown: 0 });
    const after = await read(link);
    expect(after).toMatchObject({ state: 'paid', billing: null, shipping: null });
    expect(after['order_path']).toContain(String(body['checkout_id']));
    expect(await checkout(link)).toMatchObject({ status: 409, body: { error: { message: 'already paid' } } });
    expect((await cancel(link)).status).toBe(409);
    const shown = await site.get('carts', `/api/purchases/${String(purchase?.['_id'])}`, desk);
    expect(JSON.stringify((shown.body['data'] as Json)['timeline'])).toContain('payment link. By phone');
    await expect.poll(differences, POLL).toBe(0);
  });

  it('that is paid twice, by one checkout or by two, is one order, and every other payment is refunded', async () => {
    const link = await aLink();
    const first = (await checkout(link)).body;
    const firstOrder = String(first['id']);
    await site.connections.payments
      .collection('checkouts')
      .updateOne(
        { providerOrderId: firstOrder },
        { $set: { status: 'EXPIRED' }, $unset: { nextCheckAt: '' } },
      );
    const secondOrder = String((await checkout(link)).body['id']);
    expect(secondOrder).not.toBe(firstOrder);
    await site.purchases.verify(await site.purchases.pay(secondOrder));
    await expect.poll(() => site.purchases.statusOf(secondOrder), POLL).toBe('FULFILLED');
    await site.purchases.verify(await site.purchases.pay(secondOrder, { force: true }));
    await site.purchases.verify(await site.purchases.pay(firstOrder));
    for (const order of [firstOrder, secondOrder])
      await expect
        .poll(async () => (await refundsOf(order)).map(({ state }) => state), POLL)
        .toEqual(['DONE']);
    expect(await purchaseOf(first['checkout_id'])).toMatchObject({
      status: 'CANCELLED',
      cancelledFor: 'bought-before',
    });
    const confirmed = { 'paymentLink.id': link.id, status: 'CONFIRMED' };
    expect(await site.connections.carts.collection('purchases').countDocuments(confirmed)).toBe(1);
    await expect.poll(differences, POLL).toBe(0);
  });

  it('that is cancelled while its buyer is in the dialog is refunded, and releases its copies', async () => {
    const before = await stock();
    const link = await aLink();
    const { body } = await checkout(link);
    const cancelled = await cancel(link);
    expect(cancelled.body['data']).toMatchObject({ id: link.id, state: 'cancelled' });
    expect((await cancel(link)).status).toBe(200);
    await expect.poll(async () => (await stock())['free'], POLL).toBe(before['free']);
    expect(await checkout(link)).toMatchObject({
      status: 409,
      body: { error: { name: 'PaymentLinkError' } },
    });
    expect(
      (await site.post('payments', '/api/payment/dialog', { checkout_id: body['checkout_id'] })).status,
    ).toBe(409);
    const orderId = String(body['id']);
    await site.purchases.verify(await site.purchases.pay(orderId));
    await expect
      .poll(async () => (await refundsOf(orderId)).map(({ state }) => state), POLL)
      .toEqual(['DONE']);
    expect(await purchaseOf(body['checkout_id'])).toMatchObject({
      status: 'CANCELLED',
      cancelledFor: 'link-cancelled',
    });
    expect((await stock())['free']).toBe(before['free']);
    await expect.poll(differences, POLL).toBe(0);
  });

  it('that has expired cannot be paid, and one that is paid late still has its copies if nobody else has them', async () => {
    const links = site.connections.carts.collection<StoredLink>('payment_links');
    const link = await aLink();
    const { body } = await checkout(link);
    await links.updateOne({ _id: link.id }, { $set: { expiresAt: new Date(0) } });
    expect(await read(link)).toMatchObject({ state: 'expired' });
    expect(await checkout(link)).toMatchObject({
      status: 409,
      body: { error: { name: 'PaymentLinkError' } },
    });
    const orderId = String(body['id']);
    await site.purchases.verify(await site.purchases.pay(orderId));
    await expect.poll(() => site.purchases.statusOf(orderId), POLL).toBe('FULFILLED');
    expect(await purchaseOf(body['checkout_id'])).toMatchObject({ status: 'CONFIRMED' });
  });

  it('loses nothing when the process is killed at any point', async () => {
    await expect
      .poll(() => site.connections.carts.collection('purchases').countDocuments({ documentsDue: true }), POLL)
      .toBe(0);
    const before = (await stock()) as { free: number; held: number; sold: number };
    const key = aKey();
    await endedAt('cart-orders.payment-link-reserved', () => write(key));
    await endedAt('cart-orders.payment-link-stored', () => write(key));
    const link = await aLink(key);
    const stored = site.connections.carts.collection<StoredLink>('payment_links');
    await expect.poll(async () => (await stored.findOne({ _id: link.id }))?.holdDue, POLL).toBeUndefined();
    expect((await stock())['held']).toBe(before.held + 2);
    const holds = (await site.connections.carts.collection<StoredStock>('book_stock').findOne({ _id: 3 }))
      ?.holds;
    const until = holds?.find(({ checkoutId }) => checkoutId === link.id)?.until;
    expect(until?.toISOString()).toBe((await read(link))['expires_at']);

    const { body } = await checkout(link);
    const orderId = String(body['id']);
    await endedAt('cart-orders.payment-link-claimed', async () =>
      site.purchases.verify(await site.purchases.pay(orderId)),
    );
    await expect.poll(() => site.purchases.statusOf(orderId), POLL).toBe('FULFILLED');
    expect(await purchaseOf(body['checkout_id'])).toMatchObject({ status: 'CONFIRMED' });
    await expect.poll(async () => (await stock())['sold'], POLL).toBe(before.sold + 2);

    const revoked = await aLink();
    await endedAt('cart-orders.payment-link-cancelled', () => cancel(revoked));
    expect(await read(revoked)).toMatchObject({ state: 'cancelled' });
    // Released once more after ten minutes: let them be over.
    await stored.updateOne({ _id: revoked.id }, { $set: { releaseDueAt: new Date(0) } });
    await expect.poll(async () => (await stock())['held'], POLL).toBe(before.held);
    await expect.poll(differences, POLL).toBe(0);
  });
});

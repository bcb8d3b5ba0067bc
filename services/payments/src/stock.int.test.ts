import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADDRESS, POLL, startPurchaseSite, type PurchaseSite } from './purchase-site-builder.ts';

// Books whose copies are counted, from the catalogue to the refund of a payment without a copy.

let site: PurchaseSite;

beforeAll(async () => {
  site = await startPurchaseSite();
});
afterAll(() => site?.end());

const isAvailable = async (id: number): Promise<unknown> =>
  (await site.get('carts', `/api/book-availability?ids=${id}`)).body['data'];

const stocks = () =>
  site.connections.carts.collection<{ _id: number; holds: { until: Date }[] }>('book_stock');
async function publishStock(id: number, rev: number, stock: number): Promise<void> {
  await site.publishBook(id, rev, { stock });
  await expect.poll(() => stocks().findOne({ _id: id }), POLL).toMatchObject({ stock });
}

async function aCheckoutOf(book: number, userId: number) {
  const bearer = await site.tokens.bearer({ userId, role: 4 });
  await expect
    .poll(
      async () =>
        (await site.post('carts', '/api/carts', { data: { catalog_books: book, Quantity: 1 } }, bearer))
          .status,
      POLL,
    )
    .toBe(200);
  const checkout = () =>
    site.postUntilAvailable(
      'payments',
      '/api/payment/checkout',
      { billingAddress: ADDRESS, sameAddress: true },
      bearer,
    );
  const orders = async () => {
    const { body } = await site.get('carts', '/api/orders', bearer);
    return body['data'] as { attributes: { status: string } }[];
  };
  return { bearer, checkout, orders, ...(await checkout()) };
}

describe('the last copy of a book', () => {
  it('is reserved by a checkout, and then not offered to others', async () => {
    await publishStock(5, 1, 1);
    const first = await aCheckoutOf(5, 500);
    expect(first.status).toBe(200);
    expect(await isAvailable(5)).toEqual([{ id: 5, available: false }]);
    const second = await aCheckoutOf(5, 501);
    expect([second.status, second.body['error']]).toMatchObject([409, { details: { books: [5] } }]);
    // The same checkout has its copy already.
    expect((await first.checkout()).body['id']).toBe(first.body['id']);

    // The reservation expires, and the other buyer is faster.
    await stocks().updateOne({ _id: 5 }, { $set: { 'holds.0.until': new Date(0) }, $inc: { rev: 1 } });
    const { status, body } = await second.checkout();
    expect(status).toBe(200);
    await site.purchases.verify(await site.purchases.pay(String(body['id'])));
    await expect.poll(second.orders, POLL).toMatchObject([{ attributes: { status: 'CONFIRMED' } }]);

    const lateOrder = String(first.body['id']);
    await site.purchases.verify(await site.purchases.pay(lateOrder));
    await expect.poll(first.orders, POLL).toMatchObject([{ attributes: { status: 'CANCELLED' } }]);
    await expect
      .poll(async () => (await site.purchases.checkoutOf(lateOrder))?.['refunds'], POLL)
      .toMatchObject([{ reason: 'cancelled', state: 'DONE' }]);
    const stored = site.connections.carts.collection('purchases');
    expect(await stored.findOne({ userId: 500 })).not.toHaveProperty('bill');

    // The cart is as it was, and can be bought when there are copies again.
    expect((await first.checkout()).status).toBe(409);
    await publishStock(5, 2, 2);
    const again = await first.checkout();
    expect(again.body['id']).not.toBe(lateOrder);
    await site.purchases.verify(await site.purchases.pay(String(again.body['id'])));
    await expect
      .poll(async () => (await first.orders()).map(({ attributes }) => attributes.status), POLL)
      .toEqual(['CONFIRMED', 'CANCELLED']);
  });

  it('is not blocked by the buyer who corrects the address', async () => {
    await publishStock(7, 1, 1);
    const { bearer, body } = await aCheckoutOf(7, 700);
    const corrected = await site.postUntilAvailable(
      'payments',
      '/api/payment/checkout',
      { billingAddress: { ...ADDRESS, address: '2 MG Road, Pune' }, sameAddress: true },
      bearer,
    );
    expect(corrected.status).toBe(200);
    expect(corrected.body['id']).not.toBe(body['id']);
    await site.purchases.verify(await site.purchases.pay(String(corrected.body['id'])));
    await expect.poll(() => isAvailable(7), POLL).toEqual([{ id: 7, available: false }]);
  });

  it('is sold to n − k of n buyers', async () => {
    const [buyers, copies] = [7, 4];
    await publishStock(6, 1, copies);
    const checkouts = await Promise.all(Array.from({ length: buyers }, (_, at) => aCheckoutOf(6, 600 + at)));
    const statuses = checkouts.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, 200, 200, 200, 409, 409, 409]);
    const reserved = checkouts.filter(({ status }) => status === 200);
    await Promise.all(
      reserved.map(async ({ body }) => site.purchases.verify(await site.purchases.pay(String(body['id'])))),
    );
    for (const { orders } of reserved)
      await expect.poll(orders, POLL).toMatchObject([{ attributes: { status: 'CONFIRMED' } }]);
    expect(await isAvailable(6)).toEqual([{ id: 6, available: false }]);
    // More copies have come in.
    await publishStock(6, 2, copies + 1);
    expect(await isAvailable(6)).toEqual([{ id: 6, available: true }]);
  });
});

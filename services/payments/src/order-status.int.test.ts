import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADDRESS, POLL, startPurchaseSite, type Json, type PurchaseSite } from './purchase-site-builder.ts';

// A guest's order: by the key of its link, by number and e-mail address, and in an account that registers later.

let accounts: Server;
let site: PurchaseSite;
/** The confirmed address of each account. */
const confirmed = new Map<string, string>();

beforeAll(async () => {
  accounts = createServer((request, response) => {
    const [, id = ''] = /^\/internal\/users\/(\d+)\/contact$/.exec(request.url ?? '') ?? [];
    const address = confirmed.get(id);
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(
        JSON.stringify({ address: address ?? ADDRESS.email, name: null, isConfirmed: address !== undefined }),
      );
  });
  await new Promise<void>((resolve) => accounts.listen(0, '127.0.0.1', resolve));
  const { port } = accounts.address() as AddressInfo;
  site = await startPurchaseSite({}, {}, { ACCOUNTS_URL: `http://127.0.0.1:${port}` });
});
afterAll(async () => {
  await site?.end();
  accounts?.close();
});

let guests = 0;
async function aGuestOrder() {
  guests += 1;
  const receipt = `guest-cart-${guests}-with-a-long-id`;
  await expect
    .poll(
      async () =>
        (
          await site.post('carts', '/api/carts', {
            data: { catalog_books: 1, Quantity: 1, Batch_id: receipt },
          })
        ).status,
      POLL,
    )
    .toBe(200);
  const { body } = await site.postUntilAvailable('payments', '/api/payment/checkout', {
    receipt,
    billingAddress: ADDRESS,
    sameAddress: true,
  });
  await site.purchases.verify(await site.purchases.pay(String(body['id'])));
  const checkoutId = String(body['checkout_id']);
  const key = String(body['status_key']);
  const read = (token = key) => site.get('carts', `/api/order-status/${checkoutId}?key=${token}`);
  await expect.poll(async () => (await read()).status, POLL).toBe(200);
  const order = (await read()).body['data'] as Json;
  return { checkoutId, key, read, order, number: String(order['purchase_number']) };
}

describe('the order of a guest', () => {
  it('is shown by the key of its link alone, with number, addresses and bill', async () => {
    const { checkoutId, key, read, order, number } = await aGuestOrder();
    expect(number).toMatch(/^[34679ACDEFGHJKMNPQRTWXY]{10}$/);
    expect(order).toMatchObject({ status: 'CONFIRMED', billing: ADDRESS, total_paise: 55_000 });
    expect((await read('x'.repeat(22))).status).toBe(404);
    expect((await read('')).status).toBe(404);
    const status = async () => (await site.get('payments', `/api/payment/status/${checkoutId}`)).body;
    await expect
      .poll(async () => (await status())['data'], POLL)
      .toMatchObject({ purchase_number: number, cancelled_for: null });
    expect(JSON.stringify(await status())).not.toContain(ADDRESS.email);
    const bill = await fetch(
      `${site.urlOf('carts')}/api/order-status/${checkoutId}/bill-of-supply?key=${key}`,
    );
    expect([bill.status, bill.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  });

  it('is found by its number and e-mail address', async () => {
    const { checkoutId, key, number } = await aGuestOrder();
    const find = (purchase_number: string, email: string) =>
      site.post('carts', '/api/order-status', { purchase_number, email });
    expect((await find(number, ADDRESS.email.toUpperCase())).body).toEqual({
      data: { checkout_id: checkoutId, key },
    });
    const wrong = await find(number, 'other@example.in');
    const unknown = await find('3333333333', ADDRESS.email);
    expect([wrong.status, wrong.body]).toEqual([404, unknown.body]);
  });

  it('belongs to the account that has confirmed its address, and to no other', async () => {
    const { checkoutId } = await aGuestOrder();
    const [other, own] = await Promise.all(
      [501, 502].map((userId) => site.tokens.bearer({ userId, role: 4 })),
    );
    const ordersOf = async (headers = own) =>
      ((await site.get('carts', '/api/orders', headers)).body['data'] as Json[]).length;
    expect([await ordersOf(other), await ordersOf()]).toEqual([0, 0]);
    confirmed.set('502', ADDRESS.email);
    expect(await ordersOf(other)).toBe(0);
    expect(await ordersOf()).toBeGreaterThan(0);
    const read = (headers = own) => site.get('carts', `/api/order-status/${checkoutId}`, headers);
    expect([(await read()).status, (await read(other)).status]).toEqual([200, 404]);
  });
});

describe('one book that an older client buys without an address', () => {
  it('is an order that gets its address by the link, and can be shipped then', async () => {
    const buyer = await site.tokens.bearer({ userId: 4, role: 4 });
    const staff = await site.tokens.bearer({ userId: 11, role: 11 });
    const { body } = await site.postUntilAvailable('payments', '/api/payment/order', { book_id: 1 }, buyer);
    await site.purchases.verify(await site.purchases.pay(String(body['id'])));
    const path = `/api/order-status/${String(body['checkout_id'])}`;
    const query = `?key=${String(body['status_key'])}`;
    const read = () => site.get('carts', `${path}${query}`);
    await expect.poll(async () => (await read()).status, POLL).toBe(200);
    const order = (await read()).body['data'] as Json;
    expect(order).toMatchObject({ needs_address: true, shipping: null });
    const [line] = order['lines'] as { id: number }[];
    const put = async (url: string, payload: unknown, headers: Record<string, string> = {}) => {
      const response = await fetch(`${site.urlOf('carts')}${url}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(payload),
      });
      await response.body?.cancel();
      return response.status;
    };
    const ship = () => put(`/api/orders/${line?.id}`, { data: { shipping_date: '2026-11-03' } }, staff);
    expect(await ship()).toBe(409);
    const address = { ...ADDRESS, city: 'Pune', state: 'Maharashtra' };
    const give = (city: string) =>
      put(`${path}/address${query}`, { billingAddress: { ...address, city }, sameAddress: 'Yes' });
    expect(await give('Pune')).toBe(200);
    expect(await give('Pune')).toBe(200);
    expect(await give('Mumbai')).toBe(409);
    expect((await read()).body['data']).toMatchObject({ needs_address: false, shipping: address });
    expect(await ship()).toBe(200);
  });

  it('gets the addresses that later requests for the same open order bring', async () => {
    const buyer = await site.tokens.bearer({ userId: 5, role: 4 });
    const order = (more: object = {}) =>
      site.postUntilAvailable('payments', '/api/payment/order', { book_id: 1, ...more }, buyer);
    const withCity = (city: string) => ({ billingAddress: { ...ADDRESS, city }, sameAddress: 'Yes' });
    const { body: first } = await order();
    expect(first['billingAddress']).toBeNull();
    const { body: second } = await order(withCity('Pune'));
    const { body: third } = await order(withCity('Mumbai'));
    const { body: last } = await order();
    expect(new Set([first, second, third, last].map(({ id }) => id)).size).toBe(1);
    expect(last['shippingAddress']).toEqual({ ...ADDRESS, city: 'Mumbai' });
    expect((await order({ billingAddress: {} })).status).toBe(400);
  });
});

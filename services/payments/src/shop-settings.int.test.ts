import { afterAll, beforeAll, expect, it } from 'vitest';
import { POLL, startPurchaseSite, type Json, type PurchaseSite } from './purchase-site-builder.ts';

// The owner changes the settings of the shop while people buy: nobody pays another amount than was agreed.

const ITEMS = 130_500;
let site: PurchaseSite;
let administrator: { authorization: string };
beforeAll(async () => {
  site = await startPurchaseSite();
  administrator = await site.tokens.bearer({ userId: 11, role: 11 });
});
afterAll(() => site?.end());

async function set(data: Json): Promise<void> {
  const { status } = await site.put('carts', '/api/shop-settings', { data }, administrator);
  expect(status).toBe(200);
}
const order = async (checkoutId: string, key: string) =>
  (await site.get('carts', `/api/order-status/${checkoutId}?key=${key}`)).body['data'] as Json | undefined;

it('a checkout that is open stays payable at its amount, and the next one has the new charge', async () => {
  await set({ shipping_paise: 10_000, free_shipping_from_paise: 0, return_days: 10 });
  const { purchases } = site;
  const buyer = await purchases.aBuyer();
  const first = (await buyer.checkout()).body;
  expect(first['amount']).toBe(ITEMS + 10_000);
  await set({ shipping_paise: 25_000, return_days: 0 });
  expect((await site.get('carts', '/api/shop-options')).body['data']).toEqual({
    shipping_paise: 25_000,
    free_shipping_from_paise: 0,
    return_days: 0,
  });
  const second = (await buyer.checkout()).body;
  expect(second['amount']).toBe(ITEMS + 25_000);
  expect(second['id']).not.toBe(first['id']);
  // The buyer pays in the dialog that was opened before.
  await purchases.verify(await purchases.pay(String(first['id'])));
  await purchases.expectSettled(buyer, String(first['id']));
  const [id, key] = [String(first['checkout_id']), String(first['status_key'])];
  expect(await order(id, key)).toMatchObject({
    status: 'CONFIRMED',
    shipping_paise: 10_000,
    total_paise: ITEMS + 10_000,
  });
  const stored = await site.connections.carts.collection('purchases').findOne({ checkoutId: id });
  expect(stored?.['returnDays']).toBe(10);
});

it('ships free from the amount on, and pays all of the order', async () => {
  await set({ shipping_paise: 10_000, free_shipping_from_paise: ITEMS });
  const buyer = await site.purchases.aBuyer();
  const { body } = await buyer.checkout();
  expect(body['amount']).toBe(ITEMS);
  await site.purchases.verify(await site.purchases.pay(String(body['id'])));
  await site.purchases.expectSettled(buyer, String(body['id']));
});

it('names the seller of the console on the next bill, and no bill that was issued changes', async () => {
  const bills = site.connections.carts.collection('purchases');
  const sellerOf = async (checkoutId: string) =>
    ((await bills.findOne({ checkoutId }))?.['bill'] as { seller: { name: string } } | undefined)?.seller
      .name;
  async function buy(): Promise<string> {
    const buyer = await site.purchases.aBuyer();
    const { body } = await buyer.checkout();
    await site.purchases.verify(await site.purchases.pay(String(body['id'])));
    const id = String(body['checkout_id']);
    await expect.poll(() => sellerOf(id), POLL).toBeDefined();
    return id;
  }
  await set({ seller_name: 'Lex House' });
  const first = await buy();
  await set({ seller_name: 'Lex & Sons' });
  const second = await buy();
  expect([await sellerOf(first), await sellerOf(second)]).toEqual(['Lex House', 'Lex & Sons']);
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ADDRESS,
  POLL,
  startPurchaseSite,
  type SiteResponse,
  type Json,
  type PurchaseSite,
} from './purchase-site-builder.ts';

// Attempts of clients with prices, amounts, quantities, carts, receipts and accounts.

let site: PurchaseSite;
type Buyer = Awaited<ReturnType<typeof site.purchases.aBuyer>>;
let buyer: Buyer;
let victim: Buyer;
/** Confirmation by checkout.js of an order that the victim has paid. */
let confirmation: Json;
/** Id of an order of the buyer that nobody has paid. */
let openOrder: string;
let lineId: number;

beforeAll(async () => {
  site = await startPurchaseSite();
  [buyer, victim] = [await site.purchases.aBuyer(), await site.purchases.aBuyer()];
  confirmation = await site.purchases.pay(String((await victim.checkout()).body['id']));
  await site.purchases.verify(confirmation);
  openOrder = String((await buyer.checkout()).body['id']);
  lineId = Number((await buyer.cart())[0]?.['id']);
});
afterAll(() => site?.end());

const orderBook = async (userId: number, fields: object, headers: Record<string, string> = {}) =>
  site.postUntilAvailable(
    'payments',
    '/api/payment/order',
    { user_id: userId, book_id: 2, ...fields },
    { ...(await site.tokens.bearer({ userId, role: 4 })), ...headers },
  );

describe('the payment order of one book', () => {
  it('costs what the book costs, and is the same until it is paid', async () => {
    await expect.poll(async () => (await orderBook(11, { Price: 405 })).status, POLL).toBe(200);
    const { body } = await orderBook(11, { Price: 405 });
    expect(body).toMatchObject({ amount: 50_500, cart: [{ id: 2, Price: 405, Quantity: 1 }] });
    expect((await orderBook(11, {})).body['id']).toBe(body['id']);
    expect((await orderBook(11, {}, { 'idempotency-key': 'again' })).body['id']).not.toBe(body['id']);
    await site.purchases.verify(await site.purchases.pay(String(body['id'])));
    expect((await orderBook(11, {})).status).toBe(409);
  });

  it('is a conflict with the current price when the client shows another one', async () => {
    const { status, body } = await orderBook(12, { Price: 1 });
    expect([status, (body['error'] as Json)['details']]).toEqual([409, { Price: 405 }]);
  });

  it.each([
    [403, { user_id: 13 }],
    [400, { book_id: 0 }],
    [404, { book_id: 77 }],
  ])('is %i for %j', async (status, fields) => {
    expect((await orderBook(12, fields)).status).toBe(status);
  });
});

describe('a revoked token', () => {
  it('pays for nothing', async () => {
    expect((await orderBook(40, { book_id: 0 })).status).toBe(400);
    await site.publishUser(40, { tokenVersion: 2 });
    await expect.poll(async () => (await orderBook(40, { book_id: 0 })).status, POLL).toBe(401);
  });
});

/** Expected status of a request, and the expected part of its body where it succeeds: as without the manipulation. */
type Attempt = [what: string, status: number, send: () => Promise<SiteResponse>, expectedBody?: object];

const TOTAL = { amount: 140_500, currency: 'INR' };
const checkout = (fields: object) => () => buyer.checkout(fields);
const verify = (fields: () => object) => () =>
  site.postUntilAvailable('payments', '/api/payment/verify', { ...confirmation, ...fields() });
const claim =
  (data: () => object, by = () => buyer.bearer) =>
  () =>
    site.postUntilAvailable('carts', '/api/orders', { data: data() }, by());
const setLine = (data: object) => async () => {
  const response = await fetch(`${site.urlOf('carts')}/api/carts/${lineId}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...buyer.bearer },
    body: JSON.stringify({ data }),
  });
  return { status: response.status, body: (await response.json()) as Json, location: null };
};
const add = (data: object) => () => site.postUntilAvailable('carts', '/api/carts', { data }, buyer.bearer);
const order = (fields: object) => () => orderBook(buyer.userId, fields);

const ATTEMPTS: readonly Attempt[] = [
  // Prices and amounts.
  ['a price in data', 200, checkout({ data: { Price: 1 } }), TOTAL],
  ['an amount', 200, checkout({ amount: 100 }), TOTAL],
  ['a currency', 200, checkout({ currency: 'IDR' }), TOTAL],
  ['a discount', 200, checkout({ discount: 99, data: { discount: 99 } }), TOTAL],
  ['lines of its own', 200, checkout({ cart: [{ id: 1, Price: 1, Quantity: 1 }] }), TOTAL],
  ['a snapshot', 200, checkout({ snapshot: { totalPaise: 1 }, totalPaise: 1 }), TOTAL],
  ['no shipping', 200, checkout({ shippingPaise: 0, shipping: 0 }), TOTAL],
  ['a negative price', 409, order({ Price: -405 })],
  ['a price of zero', 409, order({ Price: 0 })],
  ['a price that is no number', 409, order({ Price: 'NaN' })],
  ['the list price of a discounted book', 409, order({ Price: 450 })],
  // Quantities.
  ['a quantity at the checkout', 200, checkout({ Quantity: -3, data: { Quantity: -3 } }), TOTAL],
  ['a quantity of zero', 400, setLine({ Quantity: 0 })],
  ['a negative quantity', 400, setLine({ Quantity: -1 })],
  ['half a copy', 400, setLine({ Quantity: 0.5 })],
  ['more copies than may be ordered', 400, setLine({ Quantity: 21 })],
  ['a quantity beyond all numbers', 400, setLine({ Quantity: 1e308 })],
  ['an operator as quantity', 400, setLine({ Quantity: { $inc: 1 } })],
  ['a book that does not exist', 400, add({ catalog_books: 999, Quantity: 1 })],
  ['an operator as book', 400, add({ catalog_books: { $ne: 1 }, Quantity: 1 })],
  // Carts, receipts, accounts.
  ['the account of somebody else', 403, () => buyer.checkout({ user_id: victim.userId })],
  ['an operator as account', 403, checkout({ user_id: { $ne: 0 } })],
  ['an operator as receipt', 200, checkout({ receipt: { $ne: '' } }), TOTAL],
  [
    'a receipt of somebody else',
    200,
    () => buyer.checkout({ receipt: `cart-of-user-${victim.userId}` }),
    TOTAL,
  ],
  [
    'a guest cart without its Batch_id',
    400,
    () =>
      site.postUntilAvailable('payments', '/api/payment/checkout', {
        receipt: 'short',
        billingAddress: ADDRESS,
        sameAddress: true,
      }),
  ],
  [
    'no receipt and no account',
    400,
    () => site.postUntilAvailable('payments', '/api/payment/checkout', { billingAddress: ADDRESS }),
  ],
  ['a book order for somebody else', 403, () => order({ user_id: victim.userId })()],
  ['a book order with an operator', 400, order({ book_id: { $gt: 0 } })],
  // Addresses.
  ['a blank address', 400, checkout({ billingAddress: { ...ADDRESS, address: '  ' } })],
  ['a pincode with letters', 400, checkout({ billingAddress: { ...ADDRESS, pincode: '41100I' } })],
  ['an object as name', 400, checkout({ billingAddress: { ...ADDRESS, name: { $gt: '' } } })],
  // Confirmations.
  ['the payment of another order', 400, verify(() => ({ razorpay_order_id: openOrder }))],
  ['another payment', 400, verify(() => ({ razorpay_payment_id: 'pay_00000000000000' }))],
  ['no signature', 400, verify(() => ({ razorpay_signature: '' }))],
  ['an operator as signature', 400, verify(() => ({ razorpay_signature: { $ne: '' } }))],
  ['an operator as order', 400, verify(() => ({ razorpay_order_id: { $ne: '' } }))],
  // Orders without payment.
  [
    'an order for a payment of somebody else',
    404,
    claim(() => ({ payment_id: confirmation['razorpay_payment_id'] })),
  ],
  ['an order for a payment that is none', 409, claim(() => ({ payment_id: 'pay_00000000000000', Price: 1 }))],
  ['an order without a payment', 400, claim(() => ({ item_id: '1', Price: 1 }))],
  ['an operator as payment', 400, claim(() => ({ payment_id: { $ne: '' } }))],
  [
    'the orders of somebody else',
    403,
    () => site.get('carts', `/api/orders?filters[user_id][id][$eq]=${victim.userId}}`, buyer.bearer),
  ],
  [
    'the payment of somebody else',
    404,
    () =>
      site.post(
        'payments',
        `/api/payment/fetch?payment_id=${confirmation['razorpay_payment_id']}`,
        {},
        buyer.bearer,
      ),
  ],
];

describe(`${ATTEMPTS.length} manipulations`, () => {
  it.each(ATTEMPTS)('%s: %i', async (_, status, send, expectedBody = {}) => {
    const before = await buyer.cart();
    const { status: received, body } = await send();
    expect([received, body]).toMatchObject([status, expectedBody]);
    // Nobody has bought anything, and the cart is as it was.
    expect(await buyer.orders()).toEqual([]);
    expect(await buyer.cart()).toEqual(before);
    expect(await site.purchases.statusOf(openOrder)).not.toBe('PAID');
  });
});

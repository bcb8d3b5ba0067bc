import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WireError } from '@vidhi/contracts/errors.ts';
import type { ShipmentRequest, ShipmentUpdate } from '@vidhi/contracts/shop-shipments.ts';
import { aBill } from '../bills/bill-content-builder.ts';
import {
  BUYER,
  LINK as OPEN_LINK,
  ORDER_LINKS,
  SHIPPED_PURCHASE,
  aCartApp,
  aPurchase,
  asUser,
  unusedCarts,
} from '../cart-app-builder.ts';
import { purchaseId, type Purchase } from '../purchases/purchase.ts';
import { orderRefund } from './refunds.ts';
import { shipmentChange, shipmentUpdate } from './shipments.ts';

// Requests of refunds, parcels, orders by hand and payment links that somebody has changed by hand. Purchase and line have
// the number of their account; the purchase has one copy for ₹450.00 and a shipping charge of ₹100.00.

const PURCHASE = `/api/purchases/${purchaseId('co_4')}`;
const KEY = { 'idempotency-key': 'a-key-of-the-desk' };
const [CUSTOMER, EDITOR, ADMINISTRATOR] = [4, 10, 11];

let app: FastifyInstance;
beforeAll(async () => {
  app = await aCartApp(unusedCarts);
});
afterAll(async () => app.close());

/** The service for staff of another desk. */
let newsroom: FastifyInstance;
beforeAll(async () => {
  newsroom = await aCartApp(unusedCarts, undefined, async () => ({
    userId: EDITOR,
    role: EDITOR,
    tokenVersion: 1,
    desks: ['news', 'publish'],
  }));
});
afterAll(async () => newsroom.close());

interface Request {
  url: string;
  data: unknown;
  method?: 'POST' | 'PUT';
  /** Account of the caller; null: nobody. */
  user?: number | null;
  headers?: Record<string, string>;
}
async function send(
  { url, data, method = 'POST', user = ADMINISTRATOR, headers = KEY }: Request,
  { to = app, token = user === null ? {} : asUser(user) }: { to?: FastifyInstance; token?: object } = {},
) {
  const { statusCode } = await to.inject({
    method,
    url,
    headers: { ...headers, ...token },
    payload: { data },
  });
  return statusCode;
}

const REFUND = { amount_paise: 100, reason: 'damaged' };
const refund = (fields: object, rest: Partial<Request> = {}) => ({
  url: `${PURCHASE}/refunds`,
  data: { ...REFUND, ...fields },
  ...rest,
});
const copies = (...lines: unknown[]) => refund({ amount_paise: undefined, lines });
const ship = (fields: object, rest: Partial<Request> = {}) => ({
  url: `${PURCHASE}/shipments`,
  data: { carrier: 'DTDC', number: 'D1', ...fields },
  ...rest,
});
const HAND = { channel: 'fair', method: 'cash', lines: [{ book_id: 1, copies: 1 }], handed_over: true };
const hand = (fields: object, rest: Partial<Request> = {}) => ({
  url: '/api/purchases',
  data: { ...HAND, ...fields },
  ...rest,
});
const handLine = (fields: object) => hand({ lines: [{ book_id: 1, copies: 1, ...fields }] });
const LINK = {
  channel: 'phone',
  lines: [{ book_id: 1, copies: 1 }],
  billingAddress: { ...BUYER, city: 'Pune', state: 'Maharashtra' },
  sameAddress: 'Yes',
  days: 7,
  mail: false,
};
const link = (fields: object, rest: Partial<Request> = {}) => ({
  url: '/api/payment-links',
  data: { ...LINK, ...fields },
  ...rest,
});

/** An address as the checkout sends it, beside which nothing else stands. */
const ADDRESS = { billingAddress: { ...BUYER, city: 'Pune', state: 'Maharashtra' }, sameAddress: 'Yes' };
async function correct(id: string, body: object): Promise<number> {
  const url = `/api/purchases/${id}/address`;
  const { statusCode } = await app.inject({ method: 'PUT', url, headers: asUser(EDITOR), payload: body });
  return statusCode;
}
const actOnLink = (id: string, act: 'cancel' | 'mail', rest: Partial<Request> = {}) => ({
  url: `/api/payment-links/${id}/${act}`,
  data: {},
  ...rest,
});
const FOREIGN_LINK = `link_${'b'.repeat(32)}`;

const REQUESTS: readonly [name: string, status: number, request: Request][] = [
  ['a negative refund', 400, refund({ amount_paise: -1 })],
  ['a refund of nothing', 400, refund({ amount_paise: 0 })],
  ['a fraction of a paisa', 400, refund({ amount_paise: 100.5 })],
  ['an amount that is no number', 400, refund({ amount_paise: 'NaN' })],
  ['an amount as a text', 400, refund({ amount_paise: '1e2 ' })],
  ['an amount as a list', 400, refund({ amount_paise: [100] })],
  ['an amount as an object', 400, refund({ amount_paise: { $gt: 0 } })],
  ['an amount without bound', 400, refund({ amount_paise: 1e16 })],
  ['a paisa more than was paid', 409, refund({ amount_paise: 55_001 })],
  [
    'copies and an amount that are too much together',
    409,
    refund({ lines: [{ id: 4, copies: 1 }], amount_paise: 10_001 }),
  ],
  ['a line of another purchase', 400, copies({ id: 5, copies: 1 })],
  ['more copies than were bought', 409, copies({ id: 4, copies: 2 })],
  ['no copies', 400, copies({ id: 4, copies: 0 })],
  ['negative copies', 400, copies({ id: 4, copies: -1 })],
  ['half a copy', 400, copies({ id: 4, copies: 0.5 })],
  ['a line twice', 400, copies({ id: 4, copies: 1 }, { id: 4, copies: 1 })],
  ['a price of a refunded line', 400, copies({ id: 4, copies: 1, unit_paise: 1 })],
  [
    'a paisa more shipping than was charged',
    409,
    refund({ amount_paise: undefined, shipping_paise: 10_001 }),
  ],
  ['negative shipping', 400, refund({ shipping_paise: -100 })],
  ['a refund without lines and amounts', 400, refund({ amount_paise: undefined })],
  ['a refund without a reason', 400, refund({ reason: undefined })],
  ['a refund for a blank reason', 400, refund({ reason: '   ' })],
  ['a state of the refund', 400, refund({ state: 'DONE' })],
  ['a member of staff who ordered it', 400, refund({ by: 11 })],
  ['a refund without a key', 400, refund({}, { headers: {} })],
  ['a refund under a short key', 400, refund({}, { headers: { 'idempotency-key': '1' } })],
  [
    'a refund under a key with a blank',
    400,
    refund({}, { headers: { 'idempotency-key': 'one key of many' } }),
  ],
  ['a refund of a purchase that is not there', 404, refund({}, { url: '/api/purchases/pu_missing/refunds' })],
  ['a refund of any purchase', 404, refund({}, { url: '/api/purchases/%7B%22$ne%22:null%7D/refunds' })],
  ['a refund by nobody', 403, refund({}, { user: null })],
  ['a refund by its buyer', 403, refund({}, { user: CUSTOMER })],
  ['a refund by the desk shop, whose limit is 0', 403, refund({}, { user: EDITOR })],
  ['a parcel of tomorrow', 400, ship({ date: '2999-01-01' })],
  ['a parcel of a day that is none', 400, ship({ date: '2026-02-30' })],
  ['a parcel of a day in another form', 400, ship({ date: '30/11/2026' })],
  ['a parcel with a line of another purchase', 400, ship({ lines: [5] })],
  ['a parcel with nothing', 400, ship({ lines: [] })],
  ['a parcel with a line twice', 400, ship({ lines: [4, 4] })],
  ['a parcel of no carrier', 400, ship({ carrier: ' ' })],
  ['a tracking number with a line feed', 400, ship({ number: 'D1\nBcc: x' })],
  ['a tracking page without https', 400, ship({ url: 'http://carrier.example/D1' })],
  ['a tracking page that is a script', 400, ship({ url: 'javascript:alert(1)' })],
  ['a parcel that says it was delivered', 400, ship({ delivered_date: '2026-10-02' })],
  ['a parcel of a purchase that is not there', 404, ship({}, { url: '/api/purchases/pu_missing/shipments' })],
  ['a parcel by the buyer', 403, ship({}, { user: CUSTOMER })],
  [
    'tracking of a parcel that is not there',
    404,
    ship({}, { method: 'PUT', url: `${PURCHASE}/shipments/9`, data: { number: 'D2' } }),
  ],
  [
    'tracking of no parcel',
    400,
    ship({}, { method: 'PUT', url: `${PURCHASE}/shipments/0`, data: { number: 'D2' } }),
  ],
  [
    'a change of a parcel to nothing',
    400,
    ship({}, { method: 'PUT', url: `${PURCHASE}/shipments/1`, data: {} }),
  ],
  ['a negative price', 400, handLine({ unit_paise: -1 })],
  ['a price in fractions of a paisa', 400, handLine({ unit_paise: 100.5 })],
  ['a price above that of the book', 400, handLine({ unit_paise: 50_101 })],
  ['an order of nothing', 400, handLine({ unit_paise: 0 })],
  ['an order of no copies', 400, handLine({ copies: 0 })],
  ['an order of too many copies', 400, handLine({ copies: 1_001 })],
  ['a title that the client makes up', 400, handLine({ title: 'Another book' })],
  ['a book that is not there', 400, handLine({ book_id: 9_999 })],
  [
    'a book in two lines',
    400,
    hand({
      lines: [
        { book_id: 1, copies: 1 },
        { book_id: 1, copies: 1 },
      ],
    }),
  ],
  ['an order without lines', 400, hand({ lines: [] })],
  ['a total of an order', 400, hand({ total_paise: 1 })],
  ['a payment at the provider', 400, hand({ payment_id: 'pay_1' })],
  ['a payment by a method that is none', 400, hand({ method: 'card' })],
  ['a transfer without its number', 400, hand({ method: 'upi' })],
  [
    'a number of a transfer with a line feed',
    400,
    hand({ method: 'upi', reference: 'UTR 1\n=HYPERLINK("x")' }),
  ],
  ['a name with a control character', 400, hand({ name: 'Meera\u0000' })],
  ['shipping of what was handed over', 400, hand({ shipping_paise: 100 })],
  ['an order that is sent nowhere', 400, hand({ handed_over: false })],
  ['an order without a key', 400, hand({}, { headers: {} })],
  ['an order by its buyer', 403, hand({}, { user: CUSTOMER })],
  ['a link that never expires', 400, link({ days: 31 })],
  ['a link that has expired', 400, link({ days: 0 })],
  ['a link for half a day', 400, link({ days: 0.5 })],
  ['a link with a time of its own', 400, link({ expires_at: '2999-01-01T00:00:00Z' })],
  [
    'a link for less than the provider takes',
    400,
    link({ lines: [{ book_id: 1, copies: 1, unit_paise: 99 }] }),
  ],
  ['a link without an address', 400, link({ billingAddress: undefined })],
  ['a link without a key', 400, link({}, { headers: {} })],
  ['a link by its buyer', 403, link({}, { user: CUSTOMER })],
  ['the end of a link that is not there', 404, actOnLink(FOREIGN_LINK, 'cancel')],
  ['a mail of a link that is not there', 404, actOnLink(FOREIGN_LINK, 'mail')],
  ['the end of a link by its buyer', 403, actOnLink(OPEN_LINK._id, 'cancel', { user: CUSTOMER })],
  ['a mail of a link by nobody', 403, actOnLink(OPEN_LINK._id, 'mail', { user: null })],
];

/** Requests that are accepted from the desk of the shop. */
const WRITES: readonly [name: string, request: Request][] = [
  ['a refund', refund({})],
  ['a parcel', ship({})],
  ['an order by hand', hand({})],
  ['a link', link({})],
  ['the end of a link', actOnLink(OPEN_LINK._id, 'cancel')],
  ['a mail of a link', actOnLink(OPEN_LINK._id, 'mail')],
  ['a note', { url: `${PURCHASE}/notes`, data: { text: 'Call first' } }],
  ['a packed order', { url: '/api/purchases/packed', data: { ids: [purchaseId('co_4')], packed: true } }],
];

const { number, date, seller } = aBill();
const aSale = (values: Partial<Purchase> = {}): Purchase => ({
  ...aPurchase(4),
  bill: { number, date, seller },
  ...values,
});
const [LINE] = aPurchase(4).lines;
if (LINE === undefined) throw new Error('a purchase has a line');
const NOW = new Date('2026-11-10T09:00:00Z');

function statusOf(act: () => unknown): number {
  try {
    act();
    return 200;
  } catch (error) {
    if (error instanceof WireError) return error.status;
    throw error;
  }
}
const refunded = (purchase: Purchase, request: object, id = 'b') =>
  statusOf(() =>
    orderRefund(purchase, { id, request: { ...REFUND, ...request }, at: NOW, by: 11, limitPaise: null }),
  );
const shipped = (purchase: Purchase, request: Partial<ShipmentRequest> = {}) =>
  statusOf(() =>
    shipmentChange(purchase, {
      request: { carrier: 'DTDC', number: 'D2', ...request },
      at: NOW,
      by: 11,
      event: () => {
        throw new Error('no event is stored');
      },
    }),
  );
const first = orderRefund(aSale(), {
  id: 'a',
  request: { reason: 'damaged', lines: [{ id: 4, copies: 1 }] },
  at: NOW,
  by: 11,
  limitPaise: null,
});
if (first === null) throw new Error('it is the first');
const PARCEL: NonNullable<Purchase['shipments']>[number] = {
  id: 1,
  carrier: 'DTDC',
  number: 'D1',
  url: null,
  lines: [4],
  day: '2026-11-05',
  deliveredOn: null,
  returnedOn: null,
  at: NOW,
  by: 11,
};
const inParcel = aSale({ shipments: [PARCEL], lines: [{ ...LINE, shipping_date: '2026-11-05' }] });
const updated = (update: ShipmentUpdate) =>
  statusOf(() => shipmentUpdate(inParcel, 1, update, { at: NOW, by: 11 }));
const dispute = { id: 'disp_1', amountPaise: 55_000, status: 'open' as const };

const STATES: readonly [name: string, status: () => number, expected: number][] = [
  ['a refund of a cancelled order', () => refunded(aSale({ status: 'CANCELLED' }), {}), 409],
  ['a refund of an order without a bill', () => refunded(aPurchase(4), {}), 409],
  ['a key with another refund', () => refunded(aSale({ refunds: [first] }), {}, 'a'), 409],
  [
    'copies that were refunded',
    () => refunded(aSale({ refunds: [first] }), { amount_paise: 0, lines: [{ id: 4, copies: 1 }] }),
    409,
  ],
  ['money that was refunded', () => refunded(aSale({ refunds: [first] }), { amount_paise: 10_001 }), 409],
  ['money that a bank disputes', () => refunded(aSale({ disputes: [dispute] }), {}), 409],
  ['a parcel of a cancelled order', () => shipped(aSale({ status: 'CANCELLED' })), 409],
  [
    'a parcel of a refunded line',
    () => shipped(aSale({ lines: [{ ...LINE, isCancelled: true }] }), { lines: [4] }),
    409,
  ],
  ['a parcel of a shipped line', () => shipped(inParcel, { lines: [4] }), 409],
  ['a parcel without an address', () => shipped(aSale({ shipping: null })), 409],
  ['a delivery before the parcel', () => updated({ delivered_date: '2026-11-04' }), 409],
  ['a return before the parcel', () => updated({ returned_date: '2026-11-04' }), 409],
  ['a delivery of tomorrow', () => updated({ delivered_date: '2026-11-11' }), 400],
];

describe('the writes of the desk of the shop', () => {
  it.each(WRITES)(
    'have %s neither from nobody, nor from staff of another desk, nor by a stale token',
    async (_, request) => {
      expect(await send(request)).toBe(200);
      expect(await send(request, { token: {} })).toBe(403);
      expect(await send(request, { to: newsroom })).toBe(403);
      expect(await send(request, { token: asUser(ADMINISTRATOR, 0) })).toBe(401);
      expect(await send(request, { token: { authorization: 'Bearer not-one-of-ours' } })).toBe(401);
    },
  );

  it('have no address that is incomplete, of another purchase, or of a parcel on its way', async () => {
    expect(await correct(purchaseId('co_4'), ADDRESS)).toBe(200);
    expect(await correct(SHIPPED_PURCHASE._id, ADDRESS)).toBe(409);
    expect(await correct('pu_missing', ADDRESS)).toBe(404);
    const incomplete = { ...ADDRESS.billingAddress, pincode: '' };
    expect(await correct(purchaseId('co_4'), { ...ADDRESS, billingAddress: incomplete })).toBe(400);
  });

  it('have no link shown by the key of another one', async () => {
    const read = async (key: string) =>
      (await app.inject({ url: `/api/payment-links/${OPEN_LINK._id}?key=${key}` })).statusCode;
    expect(await read(ORDER_LINKS.sign(OPEN_LINK._id))).toBe(200);
    expect(await read(ORDER_LINKS.sign(FOREIGN_LINK))).toBe(404);
    expect(await read('')).toBe(404);
  });
});

describe(`${REQUESTS.length + STATES.length} manipulations of refunds, parcels, orders by hand and payment links`, () => {
  it('accept what is not manipulated', async () => {
    for (const request of [refund({}), copies({ id: 4, copies: 1 }), ship({}), hand({}), link({})])
      expect(await send(request)).toBe(200);
    expect(refunded(aSale(), {})).toBe(200);
    expect(updated({ delivered_date: '2026-11-06' })).toBe(200);
  });

  it.each(REQUESTS)('reject %s with %i', async (_, status, request) => {
    expect(await send(request)).toBe(status);
  });

  it.each(STATES)('reject %s', (_, status, expected) => {
    expect(status()).toBe(expected);
  });
});

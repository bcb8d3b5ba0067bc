import { afterAll } from 'vitest';
import type { Desk } from '@vidhi/contracts/desks.ts';
import { createTokenVerifier } from '@vidhi/service-kit/token-verifier.ts';
import { CALLERS, CALLER_IDS, type Caller, type MatrixRow } from '@vidhi/testing/authorization-matrix.ts';
import { createCallerTokens } from '@vidhi/testing/caller-tokens.ts';
import { describeMatrix } from '@vidhi/testing/describe-matrix.ts';
import { BUYER, LINK, MISSING_ORDER, ORDER_LINKS, aCartApp } from './cart-app-builder.ts';
import { OTHER, store } from './carts/callers-carts-builder.ts';
import { purchaseId } from './purchases/purchase.ts';

/** Anonymous, 4, 5, 6, 7, 10, 11, expired, forged, revoked customer, revoked editor. */
const SHOP: readonly Desk[] = ['shop'];
const BUYERS_DATA: readonly Desk[] = ['shop', 'refund'];
const ANYBODY = '+'.repeat(CALLERS.length);
const ACCOUNTS = '-++++++!!!!';
const OWNERS = '0++++++!!!!';
const NOBODY = '0000000!!!!';
const NOT_ALLOWED = 'mmmmmmm!!!!';
const PURCHASE = `/api/purchases/${purchaseId('co_99')}`;
const own = (caller: Caller): string => `/api/carts/${CALLER_IDS[caller]}`;
const other = (): string => `/api/carts/${OTHER}`;

const row = (
  route: string,
  allowed: string,
  target: MatrixRow['target'] = 'none',
  rest: Partial<MatrixRow> = {},
): MatrixRow => ({ route, target, allowed, ...rest });

const ROWS: readonly MatrixRow[] = [
  row('GET /api/carts', ACCOUNTS),
  // A guest proves the cart with a Batch_id: without one the request is not valid.
  row('POST /api/carts', '+++++++!!!!', 'none', { payload: { data: { catalog_books: 1 } } }),
  ...['GET', 'PUT', 'DELETE'].flatMap((method) => {
    const route = `${method} /api/carts/:id`;
    const body = method === 'PUT' ? { payload: { data: { Quantity: 2 } } } : {};
    return [
      row(route, OWNERS, 'own', { url: own, ...body }),
      row(route, NOBODY, 'other', { url: other, ...body }),
      row(route, NOBODY, 'missing', { url: () => '/api/carts/123456', ...body }),
    ];
  }),
  ...['PUT', 'PATCH', 'DELETE'].map((method) => row(`${method} /api/carts`, NOT_ALLOWED)),
  ...['POST', 'PATCH'].map((method) => row(`${method} /api/carts/:id`, NOT_ALLOWED, 'own', { url: own })),
  row('GET /api/orders', ACCOUNTS),
  row('GET /api/orders', '--+----!!!!', 'other', {
    // Orders of account 5, and so the lawyer's own.
    url: () => '/api/orders?filters[user_id][id][$eq]=5}',
  }),
  row('POST /api/orders', ACCOUNTS, 'none', { payload: { data: { payment_id: 'pay_1' } } }),
  ...['bill-of-supply', 'credit-note'].flatMap((name) => {
    const route = `GET /api/orders/:id/${name}`;
    const of = (id: number) => ({ url: () => `/api/orders/${id}/${name}` });
    return [
      row(route, '-++++++!!!!', 'own', { url: (caller) => `/api/orders/${CALLER_IDS[caller]}/${name}` }),
      row(route, '-0000++!!!!', 'other', { desks: SHOP, ...of(OTHER) }),
      row(route, '-000000!!!!', 'missing', of(MISSING_ORDER)),
    ];
  }),
  row('PUT /api/orders/:id', '-----++!!!!', 'other', {
    desks: SHOP,
    url: () => `/api/orders/${OTHER}`,
    payload: { data: { shipping_date: '2026-10-02' } },
  }),
  row('PUT /api/orders/:id', '-----00!!!!', 'missing', {
    desks: SHOP,
    url: () => `/api/orders/${MISSING_ORDER}`,
    payload: { data: { shipping_date: '2026-10-02' } },
  }),
  // A cancellation moves money.
  ...[{ status: 'CANCELLED' }, { status: 'CANCELLED', shipping_date: '2026-10-02' }].flatMap((data) => [
    row('PUT /api/orders/:id', '------+!!!!', 'other', {
      desks: ['refund'],
      url: () => `/api/orders/${OTHER}`,
      payload: { data },
    }),
    row('PUT /api/orders/:id', '------+!!!!', 'own', {
      desks: ['refund'],
      url: (caller) => `/api/orders/${CALLER_IDS[caller]}`,
      payload: { data },
    }),
    row('PUT /api/orders/:id', '------0!!!!', 'missing', {
      desks: ['refund'],
      url: () => `/api/orders/${MISSING_ORDER}`,
      payload: { data },
    }),
  ]),
  ...['', '/bill-of-supply', '/credit-note'].flatMap((name) => {
    const route = `GET /api/order-status/:id${name}`;
    const of = (id: string | number, key = '') => ({
      url: () => `/api/order-status/co_${id}${name}?key=${key}`,
    });
    return [
      row(route, '0++++++000!', 'own', {
        url: (caller) => `/api/order-status/co_${CALLER_IDS[caller]}${name}`,
      }),
      row(route, '00000++000!', 'other', { desks: SHOP, ...of(OTHER) }),
      row(route, '++++++++++!', 'other', of(OTHER, ORDER_LINKS.sign(`co_${OTHER}`))),
      row(route, '00000++000!', 'other', { desks: SHOP, ...of(OTHER, ORDER_LINKS.sign('co_1')) }),
      row(route, '0000000000!', 'missing', of('missing', ORDER_LINKS.sign('co_missing'))),
    ];
  }),
  ...[
    row('', '0++++++!!!!', 'own', { url: (caller) => `/api/order-status/co_${CALLER_IDS[caller]}/address` }),
    row('', '00000++!!!!', 'other', {
      desks: SHOP,
      url: () => `/api/order-status/co_${OTHER}/address?key=`,
    }),
    row('', '+++++++!!!!', 'other', {
      url: () => `/api/order-status/co_${OTHER}/address?key=${ORDER_LINKS.sign(`co_${OTHER}`)}`,
    }),
    row('', '00000++!!!!', 'other', {
      desks: SHOP,
      url: () => `/api/order-status/co_${OTHER}/address?key=${ORDER_LINKS.sign('co_1')}`,
    }),
    row('', '0000000!!!!', 'missing', {
      url: () => `/api/order-status/co_missing/address?key=${ORDER_LINKS.sign('co_missing')}`,
    }),
  ].map((one) => ({
    ...one,
    route: 'PUT /api/order-status/:id/address',
    payload: { billingAddress: BUYER, sameAddress: 'Yes' },
  })),
  ...[
    row('', '0++++++!!!!', 'own', { url: (caller) => `/api/order-status/co_${CALLER_IDS[caller]}/requests` }),
    row('', '00000++!!!!', 'other', {
      desks: SHOP,
      url: () => `/api/order-status/co_${OTHER}/requests?key=`,
    }),
    row('', '+++++++!!!!', 'other', {
      url: () => `/api/order-status/co_${OTHER}/requests?key=${ORDER_LINKS.sign(`co_${OTHER}`)}`,
    }),
    row('', '00000++!!!!', 'other', {
      desks: SHOP,
      url: () => `/api/order-status/co_${OTHER}/requests?key=${ORDER_LINKS.sign('co_1')}`,
    }),
    row('', '0000000!!!!', 'missing', {
      url: () => `/api/order-status/co_missing/requests?key=${ORDER_LINKS.sign('co_missing')}`,
    }),
  ].map((one) => ({
    ...one,
    route: 'POST /api/order-status/:id/requests',
    payload: { data: { kind: 'cancel', reason: 'Bought twice' } },
  })),
  row('POST /api/order-status', '+++++++!!!!', 'none', {
    payload: { purchase_number: '7KM3QX9TRA', email: 'asha@reader.example' },
  }),
  row('GET /internal/purchases/:id/credit-note', '----------!', 'other', {
    url: () => '/internal/purchases/pu_1/credit-note',
  }),
  row('GET /internal/checkouts/:id/progress', '----------!', 'missing', {
    url: () => '/internal/checkouts/co_missing/progress',
  }),
  row('GET /internal/purchases/:id/bill-of-supply', '----------!', 'other', {
    url: () => '/internal/purchases/pu_1/bill-of-supply',
  }),
  row('GET /api/book-stock', '-----++!!!!', 'none', { desks: SHOP }),
  row('GET /api/book-stock/:book', '-----++!!!!', 'other', { desks: SHOP, url: () => '/api/book-stock/1' }),
  row('GET /api/book-stock/:book', '-----00!!!!', 'missing', { desks: SHOP, url: () => '/api/book-stock/9' }),
  ...[
    row('', '-----++!!!!', 'other', { url: () => '/api/book-stock/1/moves' }),
    row('', '-----00!!!!', 'missing', { url: () => '/api/book-stock/9/moves' }),
  ].map((one) => ({
    ...one,
    route: 'POST /api/book-stock/:book/moves',
    desks: SHOP,
    headers: { 'idempotency-key': 'a-key-of-a-move' },
    payload: { data: { kind: 'received', copies: 5, reason: 'From the printer' } },
  })),
  row('GET /api/book-availability', '++++++++++!', 'none', { url: () => '/api/book-availability?ids=1' }),
  row('GET /api/shop-options', '++++++++++!'),
  row('GET /api/shop-settings', '------+!!!!'),
  row('PUT /api/shop-settings', '------+!!!!', 'none', { payload: { data: { return_days: 10 } } }),
  row('POST /internal/stock/reserve', '-------!!!!', 'none', {
    payload: { checkoutId: 'co_1', lines: [] },
  }),
  row('GET /api/orders/reconciliation', '-----++!!!!', 'none', { desks: ['shop', 'refund'] }),
  row('POST /api/orders/reconciliation/repair', '------+!!!!'),
  row('POST /api/orders/reconciliation/dismiss', '------+!!!!', 'none', {
    payload: { data: { id: 'evt_1', reason: 'Examined' } },
  }),
  row('POST /api/orders/reconciliation/replay', '------+!!!!', 'none', {
    payload: { data: { payment_id: 'pay_12345' } },
  }),
  row('GET /api/orders/accounts.csv', '-----++!!!!', 'none', {
    url: () => '/api/orders/accounts.csv?month=2026-11',
    desks: ['shop', 'refund'],
  }),
  row('GET /api/orders/fees', '-----++!!!!', 'none', {
    url: () => '/api/orders/fees?month=2026-11',
    desks: ['shop', 'refund'],
  }),
  row('GET /api/orders/sales', '-----++!!!!', 'none', {
    url: () => '/api/orders/sales?from=2026-11-01&to=2026-11-30',
    desks: ['shop', 'refund'],
  }),
  // The data of buyers.
  row('GET /api/purchases', '-----++!!!!', 'none', { desks: BUYERS_DATA }),
  row('GET /api/purchases.csv', '-----++!!!!', 'none', { desks: BUYERS_DATA }),
  row('GET /api/purchases/:id', '-----++!!!!', 'other', {
    desks: BUYERS_DATA,
    url: () => `/api/purchases/${purchaseId('co_99')}`,
  }),
  row('GET /api/purchases/:id', '-----00!!!!', 'missing', {
    desks: BUYERS_DATA,
    url: () => '/api/purchases/pu_missing',
  }),
  row('POST /api/purchases', '-----++!!!!', 'none', {
    desks: SHOP,
    headers: { 'idempotency-key': 'a-key-of-the-desk' },
    payload: {
      data: { channel: 'fair', method: 'cash', lines: [{ book_id: 1, copies: 1 }], handed_over: true },
    },
  }),
  row('POST /api/payment-links', '-----++!!!!', 'none', {
    desks: SHOP,
    headers: { 'idempotency-key': 'a-key-of-the-desk' },
    payload: {
      data: {
        channel: 'phone',
        lines: [{ book_id: 1, copies: 1 }],
        billingAddress: BUYER,
        sameAddress: 'Yes',
        days: 7,
        mail: false,
      },
    },
  }),
  row('GET /api/payment-links', '-----++!!!!', 'none', { desks: BUYERS_DATA }),
  row('GET /api/payment-links/:id', '++++++++++!', 'other', {
    url: () => `/api/payment-links/${LINK._id}?key=${ORDER_LINKS.sign(LINK._id)}`,
  }),
  row('GET /api/payment-links/:id', '00000++000!', 'other', {
    desks: BUYERS_DATA,
    url: () => `/api/payment-links/${LINK._id}?key=${ORDER_LINKS.sign('co_1')}`,
  }),
  row('GET /api/payment-links/:id', '0000000000!', 'missing', {
    url: () => `/api/payment-links/link_missing?key=${ORDER_LINKS.sign('link_missing')}`,
  }),
  ...['cancel', 'mail'].flatMap((act) => {
    const route = `POST /api/payment-links/:id/${act}`;
    return [
      row(route, '-----++!!!!', 'other', { desks: SHOP, url: () => `/api/payment-links/${LINK._id}/${act}` }),
      row(route, '-----00!!!!', 'missing', {
        desks: SHOP,
        url: () => `/api/payment-links/link_missing/${act}`,
      }),
    ];
  }),
  row('GET /internal/payment-links/:id', '----------!', 'other', {
    url: () => `/internal/payment-links/${LINK._id}`,
  }),
  // Parcels are the shop's; money is that of the desk for it, as the limit of the shop is 0.
  row('POST /api/purchases/:id/shipments', '-----++!!!!', 'other', {
    desks: SHOP,
    url: () => `${PURCHASE}/shipments`,
    payload: { data: { carrier: 'India Post', number: 'EX1' } },
  }),
  row('POST /api/purchases/:id/shipments', '-----00!!!!', 'missing', {
    desks: SHOP,
    url: () => '/api/purchases/pu_missing/shipments',
    payload: { data: { carrier: 'India Post', number: 'EX1' } },
  }),
  row('POST /api/shipments', '-----++!!!!', 'none', {
    desks: SHOP,
    payload: { data: { rows: [{ purchase: 'missing', carrier: 'DTDC' }] } },
  }),
  row('PUT /api/purchases/:id/shipments/:shipment', '-----00!!!!', 'missing', {
    desks: SHOP,
    url: () => `${PURCHASE}/shipments/1`,
    payload: { data: { carrier: 'DTDC' } },
  }),
  row('POST /api/purchases/packed', '-----00!!!!', 'missing', {
    desks: SHOP,
    payload: { data: { ids: ['pu_missing'], packed: true } },
  }),
  ...['packing-slips', 'address-labels'].flatMap((kind) => [
    row(`POST /api/${kind}`, '-----++!!!!', 'other', {
      desks: SHOP,
      payload: { data: { ids: [purchaseId('co_99')] } },
    }),
    row(`POST /api/${kind}`, '-----00!!!!', 'missing', {
      desks: SHOP,
      payload: { data: { ids: ['pu_missing'] } },
    }),
  ]),
  row('PUT /api/purchases/:id/address', '-----++!!!!', 'other', {
    desks: SHOP,
    url: () => `${PURCHASE}/address`,
    payload: { billingAddress: BUYER, sameAddress: 'Yes' },
  }),
  row('POST /api/purchases/:id/notes', '-----++!!!!', 'other', {
    desks: BUYERS_DATA,
    url: () => `${PURCHASE}/notes`,
    payload: { data: { text: 'Call first' } },
  }),
  row('POST /api/purchases/:id/mails/:mail/resend', '-----++!!!!', 'other', {
    desks: BUYERS_DATA,
    url: () => `${PURCHASE}/mails/0123456789abcdef/resend`,
  }),
  row('PUT /api/purchases/:id/tags', '-----++!!!!', 'other', {
    desks: BUYERS_DATA,
    url: () => `${PURCHASE}/tags`,
    payload: { data: { tags: ['gift'] } },
  }),
  row('PUT /api/purchases/:id/requests/:request', '-----00!!!!', 'missing', {
    desks: BUYERS_DATA,
    url: () => `${PURCHASE}/requests/1`,
    payload: { data: { state: 'accepted', reply: '' } },
  }),
  row('POST /api/purchases/:id/refunds', '------+!!!!', 'other', {
    desks: ['refund'],
    url: () => `${PURCHASE}/refunds`,
    headers: { 'idempotency-key': 'a-key-of-a-refund' },
    payload: { data: { amount_paise: 100, reason: 'damaged' } },
  }),
  row('POST /api/purchases/:id/refunds', '-----00!!!!', 'missing', {
    desks: BUYERS_DATA,
    url: () => '/api/purchases/pu_missing/refunds',
    headers: { 'idempotency-key': 'a-key-of-a-refund' },
    payload: { data: { amount_paise: 100, reason: 'damaged' } },
  }),
  row('PUT /api/purchases/:id/refunds/:refund/settlement', '-----00!!!!', 'missing', {
    desks: BUYERS_DATA,
    url: () => `${PURCHASE}/refunds/0123456789abcdef/settlement`,
    payload: { data: { reason: 'By bank transfer' } },
  }),
  row('DELETE /api/purchases/:id/refunds/:refund/settlement', '-----00!!!!', 'missing', {
    desks: BUYERS_DATA,
    url: () => `${PURCHASE}/refunds/0123456789abcdef/settlement`,
  }),
  row('POST /internal/import/cart', '-------!!!!', 'none', {
    payload: { items: [], origin: { site: 's', demo: false } },
  }),
  row('GET /internal/seller', '----------!'),
  row('GET /internal/unprintable-documents', '----------!', 'none', {
    url: () => '/internal/unprintable-documents?from=2026-11-27T00:00:00Z&to=2026-11-28T00:00:00Z',
  }),
  row('GET /internal/import-status', '----------!'),
  row('GET /internal/reconciliation', '----------!'),
  row('POST /internal/reconciliation/repair', '-------!!!!'),
  row('POST /internal/carts/price', '-------!!!!', 'none', { payload: { userId: null, batchId: null } }),
  row('POST /internal/carts/restore', '-------!!!!', 'none', {
    payload: { lines: [], removedBefore: '2026-11-22T10:00:00Z' },
  }),
  row('GET /internal/users/:id/data', '----------!', 'other', { url: () => '/internal/users/4/data' }),
  row('GET /internal/purchases/:id', '----------!', 'other', { url: () => '/internal/purchases/pu_1' }),
  row('GET /internal/checkouts/:id/purchase', '----------!', 'missing', {
    url: () => '/internal/checkouts/co_missing/purchase',
  }),
  row('GET /internal/cancelled-purchases/:id', '----------!', 'missing', {
    url: () => '/internal/cancelled-purchases/pu_1',
  }),
  ...['/internal/openapi.json', '/livez', '/readyz', '/metrics'].map((path) => row(`GET ${path}`, ANYBODY)),
];

const tokens = await createCallerTokens();
const verifyToken = createTokenVerifier({ url: tokens.keysUrl });
afterAll(() => tokens.close());

const anApp = async () => ({
  app: await aCartApp(store, undefined, verifyToken),
  headersOf: tokens.headersOf,
  headersOfDesks: tokens.headersOfDesks,
});

describeMatrix('cart-orders', ROWS, anApp);

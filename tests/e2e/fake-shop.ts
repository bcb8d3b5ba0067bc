import type { BrowserContext } from 'playwright-core';
import type { OrderStatusResponse } from '@vidhi/contracts/order-status.ts';
import type { DeskPurchase, PurchasePage } from '@vidhi/contracts/shop-desk.ts';
import type { BookStockResponse, StockPage } from '@vidhi/contracts/shop-stock.ts';

// The shop's API as the console and the page of an order call it, in memory, in place of that of a generated site.

const AT = '2026-03-14T04:30:00.000Z';
export const CHECKOUT = `co_${'a'.repeat(26)}`;
export const KEY = 'k'.repeat(22);
const ADDRESS = {
  name: 'Asha Rao',
  phone: '9876543210',
  email: 'asha@rao.example',
  address: '1 Court Road',
  landmark: 'near Town Hall',
  city: 'Kochi',
  state: 'Kerala',
  pincode: '682001',
};
const LINES = [
  { id: 31, book_id: 7, title: 'Limitation and Evidence in Commercial Matters', quantity: 3 },
  { id: 32, book_id: 8, title: 'जमानत विधि: सिद्धांत और व्यवहार', quantity: 1 },
];
const PARCEL = {
  id: 1,
  carrier: 'India Post',
  number: 'EX123456789IN',
  url: 'https://track.example/EX123456789IN',
  lines: [32],
  date: '2026-03-13',
  delivered_date: null,
  returned_date: null,
};
const REQUEST = {
  id: 1,
  kind: 'cancel' as const,
  lines: [{ id: 31, copies: 1 }],
  reason: 'Bought one too many',
  state: 'open' as const,
  at: AT,
  decided_at: null,
  reply: null,
};

const purchase: DeskPurchase = {
  id: 'pu_1',
  purchase_number: '7KM3QX9TRA',
  bill_number: 'BS/25-26/000123',
  created_at: '2026-03-12T04:30:00.000Z',
  buyer: { name: `${ADDRESS.name} Venkatanarasimharajuvaripeta`, city: ADDRESS.city, user_id: null },
  copies: 4,
  total_paise: 189_050,
  refunded_paise: 10_000,
  status: 'partly_shipped',
  refund: 'partial',
  has_problem: false,
  has_request: true,
  needs_address: false,
  tags: ['gift'],
  by_hand: null,
  checkout_id: CHECKOUT,
  payment_id: 'pay_1',
  order_id: 'order_1',
  cancelled_for: null,
  lines: LINES.map((line, at) => ({
    ...line,
    isbn: '9788170000000',
    picture_url: null,
    list_paise: 50_000,
    unit_paise: 45_000,
    shipping_date: at === 1 ? '2026-03-13' : null,
    delivered_date: null,
    refunded_copies: 0,
    can_ship: at === 0,
  })),
  shipping_paise: 10_000,
  billing: ADDRESS,
  shipping: ADDRESS,
  status_path: `/status/${CHECKOUT}?key=${KEY}`,
  credit_notes: [{ number: 'CN/25-26/000009', date: '2026-03-13', amount_paise: 10_000 }],
  disputes: [],
  shipments: [PARCEL],
  packed_at: '2026-03-13T04:30:00.000Z',
  notes: [{ id: 1, text: 'Call before delivery', at: AT, by: 7 }],
  requests: [REQUEST],
  refunds: [],
  left_paise: 179_050,
  may_refund_paise: 179_050,
  payment_method: 'upi',
  mails: [
    {
      id: 'a'.repeat(40),
      template: 'order-confirmed',
      role: 'buyer',
      state: 'SENT',
      created_at: AT,
      ended_at: AT,
      failure: null,
    },
  ],
  timeline: [
    {
      at: '2026-03-12T04:30:00.000Z',
      source: 'payments',
      kind: 'checkout.paid',
      text: 'Paid, reported by the browser',
    },
    {
      at: AT,
      source: 'orders',
      kind: 'request.cancel',
      text: 'The buyer asked for a cancellation: Bought one too many',
    },
  ],
  missing: [],
};

const status: OrderStatusResponse['data'] = {
  checkout_id: CHECKOUT,
  key: KEY,
  purchase_number: '7KM3QX9TRA',
  status: 'CONFIRMED',
  cancelled_for: null,
  createdAt: '2026-03-12T04:30:00.000Z',
  lines: LINES.map((line, at) => ({
    ...line,
    unit_paise: 45_000,
    shipping_date: at === 1 ? '2026-03-13' : null,
    delivered_date: null,
    refunded_copies: 0,
    is_cancelled: false,
  })),
  packed_at: '2026-03-13T04:30:00.000Z',
  shipments: [PARCEL],
  shipping_paise: 10_000,
  total_paise: 189_050,
  billing: ADDRESS,
  shipping: ADDRESS,
  needs_address: false,
  bill_number: 'BS/25-26/000123',
  credit_note_number: 'CN/25-26/000009',
  credit_notes: [{ number: 'CN/25-26/000009', date: '2026-03-13', amount_paise: 10_000 }],
  refunded_paise: 10_000,
  requests: [],
  requestable: [{ id: 31, kind: 'cancel', copies: 3, until: null }],
  timeline: [
    { at: '2026-03-12T04:30:00.000Z', kind: 'order.created', text: 'Ordered and paid' },
    { at: '2026-03-13T04:30:00.000Z', kind: 'order.packed', text: 'Packed' },
    {
      at: '2026-03-13T06:30:00.000Z',
      kind: 'parcel.shipped',
      text: 'Sent with India Post, EX123456789IN',
      url: PARCEL.url,
    },
  ],
  help: { email: 'care@vidhi.example', phone: '+91 20 0000 0000' },
};

const BOOK: BookStockResponse['data'] = {
  id: 7,
  title: LINES[0]?.title ?? '',
  isbn: '9788170000000',
  list_paise: 50_000,
  unit_paise: 45_000,
  received: 50,
  sold: 46,
  held: 1,
  free: 3,
  is_low: true,
  last_move: { kind: 'received', copies: 50, reason: 'Invoice 17', at: AT, by: 7, ref: null },
  moves: [{ kind: 'received', copies: 50, reason: 'Invoice 17', at: AT, by: 7, ref: null }],
};

export interface FakeShop {
  /** Writes, as `POST /api/book-stock/7/moves`, in order, with their data. */
  writes: { call: string; data: unknown }[];
}

/** Responds to the desk's orders and stock, and to the order of one buyer; notes every write and applies it. */
export async function fakeShop(context: BrowserContext): Promise<FakeShop> {
  const writes: FakeShop['writes'] = [];
  const order = structuredClone(purchase);
  const mine = structuredClone(status);
  const book = structuredClone(BOOK);
  const page: PurchasePage = {
    data: [order],
    meta: {
      pagination: { page: 1, pageSize: 25, pageCount: 1, total: 1, has_more: false },
      searched: null,
    },
  };
  const stock: StockPage = {
    data: [
      book,
      {
        ...book,
        id: 8,
        title: LINES[1]?.title ?? '',
        free: null,
        held: null,
        sold: null,
        received: null,
        is_low: false,
        last_move: null,
      },
    ],
    meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: 2 }, low_copies: 3 },
  };
  await context.route(
    /\/api\/(purchases|book-stock|packing-slips|order-status|payment\/status|staff\/shop)/,
    async (route) => {
      const request = route.request();
      const { pathname } = new URL(request.url());
      if (request.method() !== 'GET') {
        const { data } = (request.postDataJSON() ?? {}) as { data: Record<string, unknown> };
        writes.push({ call: `${request.method()} ${pathname}`, data });
        if (pathname.endsWith('/moves')) {
          const copies = Number(data['copies']);
          Object.assign(book, { received: 50 + copies, free: 3 + copies, is_low: false });
        }
        if (pathname.endsWith('/requests/1')) {
          const decided = { ...REQUEST, state: 'accepted' as const, decided_at: AT };
          Object.assign(order, { requests: [decided], has_request: false });
        }
        if (pathname.endsWith('/requests')) {
          const { kind, lines, reason } = data as Pick<typeof REQUEST, 'kind' | 'lines' | 'reason'>;
          Object.assign(mine, { requests: [{ ...REQUEST, kind, lines, reason }], requestable: [] });
        }
        return route.fulfill({ json: { data: pathname.includes('order-status') ? mine : book } });
      }
      if (pathname.startsWith('/api/payment/status'))
        return route.fulfill({
          json: {
            data: {
              id: CHECKOUT,
              stage: 'mailed',
              isExpired: false,
              totalPaise: mine.total_paise,
              lines: mine.lines,
              purchase_number: mine.purchase_number,
              packed_at: mine.packed_at,
              cancelled_for: null,
              help: mine.help,
              refundedPaise: mine.refunded_paise,
              isDisputed: false,
            },
          },
        });
      if (pathname.startsWith('/api/order-status')) return route.fulfill({ json: { data: mine } });
      if (pathname === '/api/purchases') return route.fulfill({ json: page });
      if (pathname === '/api/staff/shop') return route.fulfill({ json: { data: [] } });
      if (pathname === '/api/book-stock') return route.fulfill({ json: stock });
      return route.fulfill({ json: { data: pathname.startsWith('/api/purchases/') ? order : book } });
    },
  );
  return { writes };
}

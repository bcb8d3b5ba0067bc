import type { PurchaseFilters } from '@vidhi/contracts/shop-desk.ts';
import { deskFieldsOf } from '../../../services/cart-orders/src/desk/desk-fields.ts';
import { purchaseId, type Purchase } from '../../../services/cart-orders/src/purchases/purchase.ts';

// Purchases for benchmarks of the desk of the shop: each follows from its number, so that all servers get the same.

const NAMES = ['Asha Rao', 'Meera Iyer', 'Yuvraj Bhatia', 'Zafar Hashmi', 'Anamika Dube', 'Eapen Kuruvilla'];
const CITIES = ['Kochi', 'New Delhi', 'Pune', 'Lucknow', 'Chennai', 'Guwahati', 'Jaipur'];
const START = Date.UTC(2020, 0, 1);
const MINUTE_MS = 60_000;
const BOOKS = 400;

const pick = <Item>(items: readonly Item[], at: number): Item => items[at % items.length] as Item;
/** Returns digits that look random, the same for a number each time. */
const digits = (n: number, length: number): string =>
  String((n * 2_654_435_761) % 10 ** length).padStart(length, '0');

export const numberOf = (n: number): string => `N${n.toString(36).toUpperCase().padStart(9, '0')}`;
export const phoneOf = (n: number): string => `9${digits(n, 9)}`;
export const emailOf = (n: number): string =>
  `${pick(NAMES, n).toLowerCase().replace(' ', '.')}.${n}@reader.example`;

export function generatedPurchase(n: number): Purchase {
  const checkoutId = `co_bench${n}`;
  const createdAt = new Date(START + n * MINUTE_MS);
  const day = createdAt.toISOString().slice(0, 10);
  const address = {
    name: pick(NAMES, n),
    phone: phoneOf(n),
    email: emailOf(n),
    address: `${n % 900} Court Road`,
    city: pick(CITIES, Math.floor(n / 3)),
    state: 'Kerala',
    pincode: '682001',
  };
  const isShipped = n % 50 !== 0;
  const unitPaise = 20_000 + (n % 300) * 100;
  const purchase: Purchase = {
    _id: purchaseId(checkoutId),
    rev: 1,
    checkoutId,
    purchaseNumber: numberOf(n),
    paymentId: `pay_${digits(n, 10)}${n.toString(36)}`,
    orderId: `order_${digits(n, 10)}${n.toString(36)}`,
    userId: n % 3 === 0 ? null : 1 + (n % 20_000),
    lines: [
      {
        id: n,
        lineId: 'line',
        bookId: 1 + (n % BOOKS),
        title: `Digest of judgments, part ${1 + (n % BOOKS)}`,
        pictureUrl: null,
        quantity: 1 + (n % 2),
        listPaise: unitPaise,
        unitPaise,
        purchase_date: day,
        expiry_date: day,
        shipping_date: isShipped ? day : null,
        delivered_date: isShipped && n % 10 !== 1 ? day : null,
      },
    ],
    shippingPaise: 10_000,
    totalPaise: unitPaise * (1 + (n % 2)) + 10_000,
    billing: address,
    shipping: address,
    status: 'CONFIRMED',
    cartCleanup: 'DONE',
    createdAt,
    ...(n % 40 === 7 ? { returnedPaise: 5_000 } : {}),
    ...(n % 500 === 3 ? { tags: ['gift'] } : {}),
  };
  return { ...purchase, desk: deskFieldsOf(purchase, () => null), deskSeq: 1 } as Purchase;
}

/** Every filter, sort and search of the desk, for the first `count` purchases. */
export function benchedQueries(
  count: number,
): readonly (readonly [name: string, filters: PurchaseFilters])[] {
  const n = Math.floor(count / 2);
  const day = new Date(START + n * MINUTE_MS).toISOString().slice(0, 10);
  return [
    ['all, newest first', {}],
    ['all, oldest first', { sort: 'created_at' }],
    ['all, largest first', { sort: '-total' }],
    ['to ship, oldest first', { unshipped: 'true', sort: 'created_at' }],
    ['delivered', { status: 'delivered' }],
    ['partly refunded', { refund: 'partial' }],
    ['problem', { problem: 'true' }],
    ['request', { request: 'open' }],
    ['one day', { from: day, to: day }],
    ['from an amount', { min: '90000' }],
    ['a book', { book: '17' }],
    ['a city', { city: 'Pune' }],
    ['guests', { buyer: 'guest' }],
    ['an account', { user: '17' }],
    ['a tag', { tag: 'gift' }],
    ['to ship in a city', { unshipped: 'true', city: 'Pune' }],
    ['search: number', { q: numberOf(n) }],
    ['search: phone', { q: phoneOf(n) }],
    ['search: beginning of an address', { q: emailOf(n).slice(0, emailOf(n).indexOf('@') - 1) }],
    ['search: a name that many have', { q: 'Iyer' }],
    ['search: payment', { q: `pay_${digits(n, 10)}` }],
    ['search: nothing', { q: 'nobody here' }],
  ];
}

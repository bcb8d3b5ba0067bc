import type { Sales } from '@vidhi/contracts/shop-money.ts';
import { dayOf, type Purchase } from '../purchases/purchase.ts';

type OfOrders = Sales['total'];
type OfBook = Sales['books'][number];

const none = (): OfOrders => ({
  orders: 0,
  copies: 0,
  books_paise: 0,
  discount_paise: 0,
  shipping_paise: 0,
  total_paise: 0,
  returned_paise: 0,
});

function addOrder(sums: OfOrders, { lines, shippingPaise, totalPaise, returnedPaise = 0 }: Purchase): void {
  sums.orders += 1;
  sums.shipping_paise += shippingPaise;
  sums.total_paise += totalPaise;
  sums.returned_paise += returnedPaise;
  for (const { quantity, listPaise, unitPaise } of lines) {
    sums.copies += quantity;
    sums.books_paise += unitPaise * quantity;
    sums.discount_paise += (listPaise - unitPaise) * quantity;
  }
}

function addBooks(books: Map<number, OfBook>, { lines }: Purchase): void {
  const counted = new Set<number>();
  for (const { bookId, title, quantity, listPaise, unitPaise } of lines) {
    const sums = books.get(bookId) ?? {
      id: bookId,
      title,
      orders: 0,
      copies: 0,
      books_paise: 0,
      discount_paise: 0,
    };
    // The newest title: purchases come oldest first.
    sums.title = title;
    if (!counted.has(bookId)) sums.orders += 1;
    counted.add(bookId);
    sums.copies += quantity;
    sums.books_paise += unitPaise * quantity;
    sums.discount_paise += (listPaise - unitPaise) * quantity;
    books.set(bookId, sums);
  }
}

/** Sums up purchases by day, month, book and state. Cancelled ones are left out: all of their money went back. */
export async function sumSales(
  purchases: AsyncIterable<Purchase>,
  { from, to }: Pick<Sales, 'from' | 'to'>,
): Promise<Sales> {
  const total = none();
  const days = new Map<string, OfOrders>();
  const months = new Map<string, OfOrders>();
  const states = new Map<string | null, OfOrders>();
  const methods = new Map<string, OfOrders>();
  const books = new Map<number, OfBook>();
  for await (const purchase of purchases) {
    if (purchase.status === 'CANCELLED') continue;
    const day = dayOf(purchase.createdAt);
    const month = day.slice(0, 7);
    const state = (purchase.shipping ?? purchase.billing)?.state?.trim() || null;
    const ofDay = days.get(day) ?? none();
    days.set(day, ofDay);
    const ofMonth = months.get(month) ?? none();
    const ofState = states.get(state) ?? none();
    months.set(month, ofMonth);
    states.set(state, ofState);
    const method = purchase.hand?.method ?? 'card';
    const ofMethod = methods.get(method) ?? none();
    methods.set(method, ofMethod);
    for (const sums of [total, ofDay, ofMonth, ofState, ofMethod]) addOrder(sums, purchase);
    addBooks(books, purchase);
  }
  return {
    from,
    to,
    total,
    days: [...days].map(([day, sums]) => ({ day, ...sums })).toSorted((a, b) => (a.day < b.day ? -1 : 1)),
    months: [...months]
      .map(([month, sums]) => ({ month, ...sums }))
      .toSorted((a, b) => (a.month < b.month ? -1 : 1)),
    methods: [...methods]
      .map(([method, sums]) => ({ method, ...sums }))
      .toSorted((a, b) => b.total_paise - a.total_paise || (a.method < b.method ? -1 : 1)),
    books: [...books.values()].toSorted((a, b) => b.books_paise - a.books_paise || a.id - b.id),
    states: [...states]
      .map(([state, sums]) => ({ state, ...sums }))
      .toSorted((a, b) => b.total_paise - a.total_paise || String(a.state).localeCompare(String(b.state))),
  };
}

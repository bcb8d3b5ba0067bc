import { isSold, type Cart } from '#shared/cart/cart.ts';

const KEY = 'vidhi.cart-prices';

/** Paise of one copy by the id of the book. */
export type SeenPrices = Readonly<Record<string, number>>;

/** Returns the prices that this browser's visitor has seen in the cart. */
export function readSeenPrices(): SeenPrices {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as SeenPrices) : {};
  } catch {
    return {};
  }
}

function write(prices: SeenPrices): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(prices));
  } catch {
    // Storage is switched off: changes are noticed while the page is open.
  }
}

const pricesOf = (cart: Cart): SeenPrices =>
  Object.fromEntries(cart.lines.filter(isSold).map(({ book }) => [book.id, book.price.payable]));

/** Adds the prices of books that are new in the cart, and forgets books that are not in it. */
export function noteNewPrices(cart: Cart): void {
  const before = readSeenPrices();
  write(Object.fromEntries(Object.entries(pricesOf(cart)).map(([id, price]) => [id, before[id] ?? price])));
}

/** Stores the current prices as accepted by the visitor. */
export const acceptPrices = (cart: Cart): void => write(pricesOf(cart));

import { randomKey } from '#shared/cart/random-key.ts';

const STORED = 'vidhi.book-order.1';

/**
 * Returns the idempotency key of the purchase of a book that this browser has begun, or a new one. Attempts have the same key
 * until the order was placed, in other tabs and after a reload too: a buyer who does not know yet that the payment went
 * through cannot pay twice, and one who has seen the order can buy the book again.
 */
export function bookOrderKey(bookId: number): string {
  const begun = read();
  if (begun?.bookId === bookId) return begun.key;
  const key = randomKey();
  try {
    localStorage.setItem(STORED, JSON.stringify({ bookId, key }));
  } catch {
    // Storage is disabled: every attempt is a purchase of its own.
  }
  return key;
}

/** Ends the purchase, once its order was placed. */
export function forgetBookOrderKey(): void {
  try {
    localStorage.removeItem(STORED);
  } catch {
    // Nothing is stored.
  }
}

function read(): { bookId: number; key: string } | null {
  try {
    const begun = JSON.parse(localStorage.getItem(STORED) ?? 'null') as {
      bookId: number;
      key: unknown;
    } | null;
    return typeof begun?.key === 'string' ? { bookId: begun.bookId, key: begun.key } : null;
  } catch {
    return null;
  }
}

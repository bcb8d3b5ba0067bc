import { randomKey } from '#shared/cart/random-key.ts';

/** Key of local storage: the purchases that this browser has begun, each with the idempotency key of its book. */
const STORED = 'vidhi.book-order.2';
/** Purchases that are remembered; the oldest is forgotten first. */
const MAX_BEGUN = 20;

type Begun = readonly (readonly [bookId: number, key: string])[];

/**
 * Returns the idempotency key of the purchase of a book that this browser has begun, or a new one. Attempts have the same key
 * until the order was placed, in other tabs and after a reload too, whatever else is bought meanwhile: a buyer who does not know
 * yet that the payment went through cannot pay twice, and one who has seen the order can buy the book again.
 */
export function bookOrderKey(bookId: number): string {
  const begun = read();
  const existing = begun.find(([id]) => id === bookId);
  if (existing !== undefined) return existing[1];
  const key = randomKey();
  write([...begun, [bookId, key] as const].slice(-MAX_BEGUN));
  return key;
}

/** Ends the purchase of a book, once its order was placed. */
export function forgetBookOrderKey(bookId: number): void {
  write(read().filter(([id]) => id !== bookId));
}

function write(begun: Begun): void {
  try {
    localStorage.setItem(STORED, JSON.stringify(begun));
  } catch {
    // Storage is disabled: every attempt is a purchase of its own.
  }
}

function read(): Begun {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isBegun) : [];
  } catch {
    return [];
  }
}

const isBegun = (entry: unknown): entry is Begun[number] =>
  Array.isArray(entry) && typeof entry[0] === 'number' && typeof entry[1] === 'string';

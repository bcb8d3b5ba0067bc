import { EMPTY_CART, isSold, type Cart, type CartLine } from './cart.ts';
import type { CartOwner } from './cart-memory.ts';

/** Key of session storage; the number is that of its form. */
const SNAPSHOT_KEY = 'vidhi.cart-lines.1';
/** Key of local storage: every tab shows the number of copies, and any of them may read the cart. */
const PAID_KEY = 'vidhi.paid-lines.1';
/** Longer than the shop needs to take the books of a payment out of the cart, in milliseconds. */
const PAID_MS = 120_000;

const storageOf = (key: string): Storage => (key === PAID_KEY ? localStorage : sessionStorage);

function read<Value>(key: string): Value | null {
  try {
    return JSON.parse(storageOf(key).getItem(key) ?? 'null') as Value | null;
  } catch {
    return null;
  }
}

function write(key: string, value: object | null): void {
  try {
    if (value === null) storageOf(key).removeItem(key);
    else storageOf(key).setItem(key, JSON.stringify(value));
  } catch {
    // Storage is disabled: the cart is shown when it has been read.
  }
}

interface Snapshot {
  owner: CartOwner;
  lines: CartLine[];
}

/** Returns the cart as this tab saw it last, to be shown while it is read; null where it saw none. */
export function readCartSnapshot(owner: CartOwner): Cart | null {
  const snapshot = read<Snapshot>(SNAPSHOT_KEY);
  return snapshot?.owner === owner && snapshot.lines.length > 0 ? { lines: snapshot.lines } : null;
}

export const writeCartSnapshot = (owner: CartOwner, { lines }: Cart): void =>
  write(SNAPSHOT_KEY, { owner, lines });

/**
 * Adds or replaces a line that the server has just stored. The next page shows this snapshot until it has read the
 * cart.
 */
export function addToCartSnapshot(owner: CartOwner, line: CartLine): void {
  const { lines } = readCartSnapshot(owner) ?? EMPTY_CART;
  writeCartSnapshot(owner, { lines: [...lines.filter(({ id }) => id !== line.id), line] });
}

interface PaidLines {
  at: number;
  /** Quantities by the id of the line. */
  lines: Record<string, number>;
}

/** Notes the lines of a cart as paid: the shop takes them out of the cart a moment later. */
export function notePaidLines(cart: Cart, now = Date.now()): void {
  const lines = Object.fromEntries(cart.lines.filter(isSold).map(({ id, quantity }) => [id, quantity]));
  write(PAID_KEY, { at: now, lines });
}

/** After a payment that was none. */
export const forgetPaidLines = (): void => write(PAID_KEY, null);

/** Leaves out the lines that were paid just now and are still in the cart that the server has sent. */
export function withoutPaidLines(cart: Cart, now = Date.now()): Cart {
  const paid = read<PaidLines>(PAID_KEY);
  if (paid === null || !(now - paid.at < PAID_MS)) return cart;
  return { lines: cart.lines.filter(({ id, quantity }) => paid.lines[id] !== quantity) };
}

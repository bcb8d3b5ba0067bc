/**
 * Local-storage keys for the cart, shared by all tabs: the Batch_id, which is a guest's only proof of the cart, and the
 * number of copies, so that the masthead shows it without a request.
 */
export const BATCH_KEY = 'vidhi.cart';
export const COUNT_KEY = 'vidhi.cart-count';
/** Event of the window after the number of copies changed in this tab. */
export const CHANGED = 'vidhi:cart';

/** Replacement for local storage where it is disabled: lasts while the page is open. */
export const memory = new Map<string, string>();

export function read(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

/** Returns the id of the guest's cart; null where there is none yet. */
export const readBatchId = (): string | null => read(BATCH_KEY);

/** The id of an account; `guest` for the cart of a visitor who is not logged in. */
export type CartOwner = number | 'guest';

export interface CartCount {
  owner: CartOwner;
  count: number;
}

const NO_COUNT: CartCount = { owner: 'guest', count: 0 };
const COUNT = /^(guest|[1-9]\d{0,14}):(\d{1,6})$/;

export const readCartCount = (): string => read(COUNT_KEY) ?? '';

export function parseCartCount(text: string): CartCount {
  const [, owner, count] = COUNT.exec(text) ?? [];
  if (owner === undefined) return NO_COUNT;
  return { owner: owner === 'guest' ? owner : Number(owner), count: Number(count) };
}

/** Calls when the number changes here or in another tab. */
export function subscribeCartCount(listener: () => void): () => void {
  const listening = new AbortController();
  addEventListener(CHANGED, listener, listening);
  addEventListener('storage', ({ key }) => void (key === COUNT_KEY && listener()), listening);
  return () => listening.abort();
}

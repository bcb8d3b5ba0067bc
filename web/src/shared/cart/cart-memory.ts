/**
 * What this browser remembers of a cart, for all its tabs: the Batch_id, which is a guest's only proof of the cart, and
 * the number of copies, so that the masthead shows it without a request.
 */
const BATCH_KEY = 'vidhi.cart';
const COUNT_KEY = 'vidhi.cart-count';
const CHANGED = 'vidhi:cart';

/** Where storage is switched off: what the page remembers while it is open. */
const memory = new Map<string, string>();

function read(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

function write(key: string, value: string | null): void {
  if (value === null) memory.delete(key);
  else memory.set(key, value);
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    memory.delete(key);
  } catch {
    // The page's own memory has it.
  }
}

/** The id of the guest's cart; null where there is none yet. */
export const readBatchId = (): string | null => read(BATCH_KEY);

/** The id of the guest's cart, which nobody can guess. */
export function ensureBatchId(): string {
  const existing = readBatchId();
  if (existing !== null) return existing;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const created = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  write(BATCH_KEY, created);
  return created;
}

/** After the guest's cart has become part of an account's. */
export const forgetBatchId = (): void => write(BATCH_KEY, null);

/** The id of an account; `guest` for a cart of nobody who is logged in. */
export type CartOwner = number | 'guest';

interface CartCount {
  owner: CartOwner;
  count: number;
}

const NO_COUNT: CartCount = { owner: 'guest', count: 0 };
const COUNT = /^(guest|[1-9]\d{0,14}):(\d{1,6})$/;

export function writeCartCount({ owner, count }: CartCount): void {
  if (read(COUNT_KEY) === `${owner}:${count}`) return;
  write(COUNT_KEY, `${owner}:${count}`);
  dispatchEvent(new Event(CHANGED));
}

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

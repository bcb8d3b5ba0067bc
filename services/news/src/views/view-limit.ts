import { LRUCache } from 'lru-cache';

/** Bounds what one address can add, and thereby the keys that Redis holds for its visitors. */
export interface ViewLimit {
  /** Returns whether this address may add one more view in this minute, of any post, with or without cookies. */
  takeAddressView(address: string): boolean;
  /**
   * Returns whether visitors of this address without a cookie of ours may add one more view of this post in this minute.
   */
  takeView(address: string, postId: number): boolean;
  /** Returns whether this IP address may get one more cookie in this minute. */
  takeCookie(address: string): boolean;
}

const MINUTE_MS = 60_000;
/** Twenty a second: more than the readers behind one address of a university open. */
const MAX_ADDRESS_VIEWS_A_MINUTE = 1_200;
const MAX_VIEWS_A_MINUTE = 5;
const MAX_COOKIES_A_MINUTE = 60;
/** The least recently used are evicted, so that memory stays bounded. */
const MAX_KEYS = 100_000;

export function createViewLimit(now: () => number = Date.now): ViewLimit {
  // By `maxSize`, as it would allocate `max` entries at once.
  const windows = new LRUCache<string, { endsAt: number; count: number }>({
    maxSize: MAX_KEYS,
    sizeCalculation: () => 1,
  });
  function take(key: string, max: number): boolean {
    let window = windows.get(key);
    if (window === undefined || window.endsAt <= now()) {
      window = { endsAt: now() + MINUTE_MS, count: 0 };
      windows.set(key, window);
    }
    if (window.count >= max) return false;
    window.count += 1;
    return true;
  }
  return {
    takeAddressView: (address) => take(`all ${address}`, MAX_ADDRESS_VIEWS_A_MINUTE),
    takeView: (address, postId) => take(`${postId} ${address}`, MAX_VIEWS_A_MINUTE),
    takeCookie: (address) => take(address, MAX_COOKIES_A_MINUTE),
  };
}

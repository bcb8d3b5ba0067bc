/** Bounds what clients without a cookie of ours can add, however many agents they pretend to be. */
export interface ViewLimit {
  /** Whether this address may add one more view of this post in this minute. */
  takeView(address: string, postId: number): boolean;
  /** Whether this address may be given one more cookie in this minute. */
  takeCookie(address: string): boolean;
}

const MINUTE_MS = 60_000;
const MAX_VIEWS_A_MINUTE = 5;
const MAX_COOKIES_A_MINUTE = 10;
/** When there are more, the oldest are forgotten, so that memory stays bounded. */
const MAX_KEYS = 100_000;

export function createViewLimit(now: () => number = Date.now): ViewLimit {
  const windows = new Map<string, { endsAt: number; count: number }>();
  function take(key: string, max: number): boolean {
    let window = windows.get(key);
    if (window === undefined || window.endsAt <= now()) {
      windows.delete(key);
      if (windows.size >= MAX_KEYS) windows.delete(windows.keys().next().value ?? '');
      window = { endsAt: now() + MINUTE_MS, count: 0 };
      windows.set(key, window);
    }
    if (window.count >= max) return false;
    window.count += 1;
    return true;
  }
  return {
    takeView: (address, postId) => take(`${postId} ${address}`, MAX_VIEWS_A_MINUTE),
    takeCookie: (address) => take(address, MAX_COOKIES_A_MINUTE),
  };
}

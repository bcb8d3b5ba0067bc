/** A page's module could not be fetched: it is gone since a deployment, or the network is. */
export class ChunkLoadError extends Error {}

const KEY = 'vidhi.fetched-anew';

/**
 * Asks the server for the address instead, which answers with modules that are there; says whether it does. Once
 * for each address: where that is noted, or cannot be, another failure ends here. Without a network nobody would
 * answer, and what is open could not be read any more.
 */
export function reloadOnce(): boolean {
  try {
    if (!navigator.onLine || sessionStorage.getItem(KEY) === location.href) return false;
    sessionStorage.setItem(KEY, location.href);
    location.reload();
    return true;
  } catch {
    return false;
  }
}

/** The page is there: a later failure at its address is another one. */
export function forgetReload(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Without storage nothing was noted.
  }
}

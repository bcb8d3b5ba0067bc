/** A page's module could not be loaded: a deployment has removed it, or the network failed. */
export class ChunkLoadError extends Error {}

const KEY = 'vidhi.fetched-anew';

/**
 * Reloads the document, which names the modules of the current build. Returns false, without a reload, in three cases:
 * this URL has been reloaded already; the reload cannot be recorded; or the browser is offline, where a reload would
 * lose the open page.
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

/** Called when a page's modules are loaded: a later failure at the same URL may reload again. */
export function forgetReload(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is disabled: nothing was recorded.
  }
}

/** Where this browser remembers, for all its tabs, that there may be a session. See `session-sync.ts`. */
export const MARK_KEY = 'vidhi.session';

/** Calls when somebody may be signed in: by the mark that is there, or that changes here or in another tab. */
export function whenSignedIn(begin: () => void): () => void {
  try {
    if (localStorage.getItem(MARK_KEY) !== null) begin();
  } catch {
    // Storage is switched off: nobody is signed in yet.
  }
  const listening = new AbortController();
  addEventListener('storage', ({ key }) => key === MARK_KEY && begin(), listening);
  return () => listening.abort();
}

/** Key of the session hint in `localStorage`, which all tabs share. See `session-sync.ts`. */
export const MARK_KEY = 'vidhi.session';

/** Calls `begin` when there may be a session: now, if there is a hint, and whenever the hint changes in any tab. */
export function whenSignedIn(begin: () => void): () => void {
  try {
    if (localStorage.getItem(MARK_KEY) !== null) begin();
  } catch {
    // Storage is disabled: there is no session yet.
  }
  const listening = new AbortController();
  addEventListener('storage', ({ key }) => key === MARK_KEY && begin(), listening);
  return () => listening.abort();
}

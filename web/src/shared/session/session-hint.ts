/** Key of the session hint in `localStorage`, which all tabs share. See `session-sync.ts`. */
export const SESSION_HINT_KEY = 'vidhi.session';

/** Calls `begin` when there may be a session: now, if there is a hint, and whenever the hint changes in any tab. */
export function whenSessionHinted(begin: () => void): () => void {
  try {
    if (localStorage.getItem(SESSION_HINT_KEY) !== null) begin();
  } catch {
    // Storage is disabled: there is no session yet.
  }
  const listening = new AbortController();
  addEventListener('storage', ({ key }) => key === SESSION_HINT_KEY && begin(), listening);
  return () => listening.abort();
}

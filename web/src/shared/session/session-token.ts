let current: string | null = null;

/** Returns the access token of this tab, in memory only. */
export const readToken = (): string | null => current;

/** Only `session-sync.ts` calls it, together with a change of the session slice. */
export function setToken(token: string | null): void {
  current = token;
}

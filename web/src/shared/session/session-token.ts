let current: string | null = null;

/** The access token of this tab. It is in memory only: nothing that outlives the page can disclose it. */
export const readToken = (): string | null => current;

/** Called by `session-sync.ts` alone, together with a change of the session slice. */
export function setToken(token: string | null): void {
  current = token;
}

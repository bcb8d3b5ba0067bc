/** One signed-in browser: a family of refresh tokens, of which the newest counts. */
export interface RefreshSession {
  id: string;
  userId: number;
  /** Of the account when it signed in: once the account's grows, the session is over. */
  tokenVersion: number;
  /** Successors of its secrets are made with it. */
  key: string;
  /** Fingerprint of the secret that counts. */
  current: string;
  /** Fingerprint of the one before. */
  previous: string | null;
  rotatedAt: Date;
  /** However often it is used, the session ends then. */
  endsAt: Date;
  /** Unused, it ends then. */
  expiresAt: Date;
}

const DAY_MS = 86_400_000;
export const LIFE_MS = 30 * DAY_MS;
export const IDLE_MS = 7 * DAY_MS;
/** How long the predecessor still gets its successor: two tabs, or an answer that was lost on the way. */
export const GRACE_MS = 10_000;

export const endOfLife = (now: Date): Date => new Date(now.getTime() + LIFE_MS);

/** When a session that is used now ends, should it not be used again. */
export const idleEnd = (now: Date, endsAt: Date): Date =>
  new Date(Math.min(now.getTime() + IDLE_MS, endsAt.getTime()));

/** What a presented secret is to a session. */
export type Standing = 'current' | 'just-replaced' | 'expired' | 'stolen';

export function standingOf(session: RefreshSession, presented: string, now: Date): Standing {
  if (session.expiresAt <= now) return 'expired';
  if (session.current === presented) return 'current';
  const isRecent = now.getTime() - session.rotatedAt.getTime() <= GRACE_MS;
  return session.previous === presented && isRecent ? 'just-replaced' : 'stolen';
}

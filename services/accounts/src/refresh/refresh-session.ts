import type { SessionDocument } from './session-collection.ts';

/** The session of one browser: a family of refresh tokens, of which the newest is valid. */
export type RefreshSession = Omit<SessionDocument, '_id'> & { id: string };

const DAY_MS = 86_400_000;
export const LIFE_MS = 30 * DAY_MS;
export const IDLE_MS = 7 * DAY_MS;
/** Time for which the previous secret is still exchanged for its successor: for two tabs, or after a lost response. */
export const GRACE_MS = 10_000;

export const endOfLife = (now: Date): Date => new Date(now.getTime() + LIFE_MS);

/** Returns the idle expiry of a session that is used now. */
export const idleEnd = (now: Date, endsAt: Date): Date =>
  new Date(Math.min(now.getTime() + IDLE_MS, endsAt.getTime()));

/** Relation of a presented secret to a session. */
export type Standing = 'current' | 'just-replaced' | 'expired' | 'stolen';

export function standingOf(session: RefreshSession, presented: string, now: Date): Standing {
  if (session.expiresAt <= now) return 'expired';
  if (session.current === presented) return 'current';
  const isRecent = now.getTime() - session.rotatedAt.getTime() <= GRACE_MS;
  return session.previous === presented && isRecent ? 'just-replaced' : 'stolen';
}

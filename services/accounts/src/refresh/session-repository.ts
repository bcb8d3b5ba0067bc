import type { RefreshSession } from './refresh-session.ts';

export interface Rotation {
  current: string;
  at: Date;
  expiresAt: Date;
}

export interface SessionRepository {
  insert(session: RefreshSession): Promise<void>;
  find(id: string): Promise<RefreshSession | null>;
  /** Makes the current fingerprint `from` the previous one. False when the current one has changed. */
  rotate(id: string, from: string, rotation: Rotation): Promise<boolean>;
  remove(id: string): Promise<void>;
  /** Removes all but this number of most recently used sessions of a user. */
  removeOldest(userId: number, keep: number): Promise<void>;
  /** The sessions of a user, most recently used first. */
  listOf(userId: number): Promise<RefreshSession[]>;
  removeExpired(now: Date): Promise<void>;
  removeAll(): Promise<void>;
}

/** Creates an in-memory implementation for tests. */
export function inMemorySessions(): SessionRepository & { all(): RefreshSession[] } {
  const sessions = new Map<string, RefreshSession>();
  return {
    async insert(session) {
      sessions.set(session.id, session);
    },
    find: async (id) => sessions.get(id) ?? null,
    async rotate(id, from, { current, at, expiresAt }) {
      const session = sessions.get(id);
      if (session?.current !== from) return false;
      sessions.set(id, { ...session, current, previous: from, rotatedAt: at, expiresAt });
      return true;
    },
    async remove(id) {
      sessions.delete(id);
    },
    async removeOldest(userId, keep) {
      const own = [...sessions.values()].filter((session) => session.userId === userId);
      own.sort((a, b) => b.rotatedAt.getTime() - a.rotatedAt.getTime());
      for (const { id } of own.slice(keep)) sessions.delete(id);
    },
    listOf: async (userId) =>
      [...sessions.values()]
        .filter((session) => session.userId === userId)
        .toSorted((a, b) => b.rotatedAt.getTime() - a.rotatedAt.getTime()),
    async removeExpired(now) {
      for (const { id, expiresAt } of sessions.values()) if (expiresAt <= now) sessions.delete(id);
    },
    async removeAll() {
      sessions.clear();
    },
    all: () => [...sessions.values()],
  };
}

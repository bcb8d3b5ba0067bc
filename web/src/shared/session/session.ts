import { useSyncExternalStore } from 'react';

/** Who is signed in on this page. */
export interface Session {
  /** Kept in memory only: nothing that outlives the page can give it away. */
  token: string;
  user: { id: number; name: string };
}

let current: Session | null = null;
const listeners = new Set<() => void>();

export function setSession(session: Session | null): void {
  current = session;
  for (const listener of listeners) listener();
}

export const readSession = (): Session | null => current;

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Nobody is signed in where pages are rendered for everybody. */
const onServer = (): null => null;

export const useSession = (): Session | null => useSyncExternalStore(subscribeSession, readSession, onServer);

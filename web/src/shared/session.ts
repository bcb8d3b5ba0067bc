import { useSyncExternalStore } from 'react';

/** Who is signed in, for as long as this page of the browser lives. */
export interface Session {
  /** Kept in memory only: nothing that outlives the page can give it away. */
  token: string;
  user: { id: number; name: string };
}

let current: Session | null = null;
const listeners = new Set<() => void>();

function change(session: Session | null): void {
  current = session;
  for (const listener of listeners) listener();
}

export const readSession = (): Session | null => current;
export const startSession = (session: Session): void => change(session);
export const endSession = (): void => change(null);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Nobody is signed in where pages are rendered for everybody. */
const onServer = (): null => null;

export const useSession = (): Session | null => useSyncExternalStore(subscribe, readSession, onServer);

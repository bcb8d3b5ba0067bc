import { useSyncExternalStore } from 'react';
import { readSession, setSession, subscribeSession, type Session } from './session.ts';
import { MARK_KEY } from './session-hint.ts';

export interface WireLogin {
  jwt: string;
  user: { id: number; first_name?: string | null; last_name?: string | null; username?: string | null };
}

export function toSession({ jwt, user }: WireLogin): Session {
  const name = [user.first_name, user.last_name].flatMap((part) => part?.trim() || []).join(' ');
  return { token: jwt, user: { id: user.id, name: name || (user.username ?? '') } };
}

/**
 * What the browser remembers: that somebody may be signed in, or has logged out and the server has not said yet
 * that it knows. It names nobody and opens nothing; what does is in a cookie that no script reads.
 */
type Mark = 'in' | 'out';

function readMark(): Mark | null {
  try {
    const text = localStorage.getItem(MARK_KEY);
    return text === 'in' || text === 'out' ? text : null;
  } catch {
    return null;
  }
}

function writeMark(mark: Mark | null): void {
  try {
    if (mark === null) localStorage.removeItem(MARK_KEY);
    else localStorage.setItem(MARK_KEY, mark);
  } catch {
    // Storage is switched off: the session lives as long as the page.
  }
}

let isLost = false;

function change(session: Session | null, mark: Mark | null, lost = false): void {
  writeMark(mark);
  isLost = lost;
  setSession(session);
}

export function startSession(session: Session): void {
  change(session, 'in');
  // Browsers tell other tabs alone.
  dispatchEvent(new StorageEvent('storage', { key: MARK_KEY }));
}

/** The session is over without the visitor's doing, which is said until it is read. */
export const loseSession = (): void => change(null, null, true);
export const dismissLoss = (): void => change(null, readMark());

const neverOnServer = (): boolean => false;
export const useSessionLoss = (): boolean =>
  useSyncExternalStore(subscribeSession, () => isLost, neverOnServer);

const PATIENCE_MS = 10_000;
const UNAUTHORIZED = 401;

/** One at a time among all tabs of this browser; where it has no locks, the server bears with two. */
export function alone<Result>(work: () => Promise<Result>): Promise<Result> {
  const locks = (navigator as Partial<Navigator>).locks;
  return locks === undefined ? work() : (locks.request(MARK_KEY, work) as Promise<Result>);
}

async function post(path: string): Promise<Response | null> {
  try {
    return await fetch(
      new Request(`${location.origin}/api/auth/${path}`, {
        method: 'POST',
        keepalive: true,
        signal: AbortSignal.timeout(PATIENCE_MS),
      }),
    );
  } catch {
    return null;
  }
}

/** How an attempt to go on ended; `unanswered` says nothing about the session. */
export type Renewal = 'renewed' | 'over' | 'unanswered';

let pending: Promise<Renewal> | null = null;

/** Exchanges the cookie for a new token. Those who ask meanwhile wait for the same answer. */
export function renewSession(): Promise<Renewal> {
  pending ??= alone(refresh).finally(() => (pending = null));
  return pending;
}

/** Logged out by then, here or in another tab: the answer is nobody's any more. */
const isWanted = (): boolean => readMark() === 'in' || readSession() !== null;

async function refresh(): Promise<Renewal> {
  if (!isWanted()) return 'over';
  const answer = await post('refresh');
  if (!isWanted()) return 'over';
  if (answer?.status === UNAUTHORIZED) {
    loseSession();
    return 'over';
  }
  if (answer?.ok !== true) return 'unanswered';
  startSession(toSession((await answer.json()) as WireLogin));
  return 'renewed';
}

/** The visitor's own wish, done here at once. Until the server has answered, each page that is opened asks again. */
export async function signOut(): Promise<void> {
  change(null, 'out');
  await confirmSignOut();
}

async function confirmSignOut(): Promise<void> {
  await alone(async () => {
    if (readMark() !== 'out') return;
    const answer = await post('logout');
    if (answer?.ok === true && readMark() === 'out') writeMark(null);
  });
}

/** Does what the mark says. What another tab did counts here too. */
function followMark(): void {
  const mark = readMark();
  if (mark !== 'in' && readSession() !== null) setSession(null);
  else if (mark === 'in' && readSession() === null) void renewSession();
}

function handleStorage({ key }: StorageEvent): void {
  if (key === MARK_KEY) followMark();
}

/** A page that comes back from the browser's memory has missed what happened meanwhile. */
function handlePageShow({ persisted }: PageTransitionEvent): void {
  if (persisted) followMark();
}

/** Resumes the session of this browser and keeps in step with its other tabs, until told to stop. */
export function keepSession(): () => void {
  addEventListener('storage', handleStorage);
  addEventListener('pageshow', handlePageShow);
  if (readMark() === 'out') void confirmSignOut();
  else if (readSession() === null) followMark();
  return () => {
    removeEventListener('storage', handleStorage);
    removeEventListener('pageshow', handlePageShow);
  };
}

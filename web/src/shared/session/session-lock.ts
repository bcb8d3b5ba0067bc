import { SESSION_HINT_KEY } from './session-hint.ts';
import type { Login } from './session-slice.ts';

/** Time that a tab which got the lock waits for the login of the tab that has released it. */
const SHARED_LOGIN_MS = 300;

type Listener = (login: Login) => void;

const listeners = new Set<Listener>();
let channel: BroadcastChannel | null | undefined;

/** The channel by which tabs share logins; null where the browser has no `BroadcastChannel`. */
function openChannel(): BroadcastChannel | null {
  if (channel !== undefined) return channel;
  if (typeof BroadcastChannel === 'undefined') return (channel = null);
  const opened = new BroadcastChannel(SESSION_HINT_KEY);
  opened.addEventListener('message', ({ data }: MessageEvent<Login>) => {
    for (const listener of listeners) listener(data);
  });
  return (channel = opened);
}

/** Sends a login to the other tabs, so that they need no refresh request. */
export const shareLogin = (login: Login): void => openChannel()?.postMessage(login);

/** Subscribes to logins of other tabs; returns a function that unsubscribes. */
export function onLoginElsewhere(listener: Listener): () => void {
  openChannel();
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Runs work under a Web Lock, one at a time among all tabs. Work that had to wait gets the login that the holder before
 * it has shared, or null. Without Web Locks two tabs may run at once, which the server tolerates.
 */
export async function requestSessionLock<Result>(
  work: (loginElsewhere: Login | null) => Promise<Result>,
): Promise<Result> {
  const locks = (navigator as Partial<Navigator>).locks;
  if (locks === undefined) return work(null);
  const shared = Promise.withResolvers<Login>();
  const stop = onLoginElsewhere(shared.resolve);
  try {
    const immediate = await locks.request(SESSION_HINT_KEY, { ifAvailable: true }, async (lock) =>
      lock === null ? null : { result: await work(null) },
    );
    if (immediate !== null) return immediate.result;
    return await locks.request(SESSION_HINT_KEY, async () => {
      const timeout = new Promise<null>((resolve) => void setTimeout(resolve, SHARED_LOGIN_MS, null));
      return work(await Promise.race([shared.promise, timeout]));
    });
  } finally {
    stop();
  }
}

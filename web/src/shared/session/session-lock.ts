import { MARK_KEY } from './session-hint.ts';
import type { Login } from './session-slice.ts';

/** How long a tab that waited for the lock waits for the login of the tab that held it. */
const SHARED_LOGIN_MS = 300;

type Listener = (login: Login) => void;

const listeners = new Set<Listener>();
let channel: BroadcastChannel | null | undefined;

/** The tabs of this origin share logins in memory; null where the browser has no such channel. */
function openChannel(): BroadcastChannel | null {
  if (channel !== undefined) return channel;
  if (typeof BroadcastChannel === 'undefined') return (channel = null);
  const opened = new BroadcastChannel(MARK_KEY);
  opened.addEventListener('message', ({ data }: MessageEvent<Login>) => {
    for (const listener of listeners) listener(data);
  });
  return (channel = opened);
}

/** Tells the other tabs of a new token, so that none of them requests one of its own. */
export const shareLogin = (login: Login): void => openChannel()?.postMessage(login);

/** Calls with the logins that other tabs share, until the returned function is called. */
export function onLoginElsewhere(listener: Listener): () => void {
  openChannel();
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Runs one piece of work at a time among all tabs of this browser. Work that had to wait receives the login that the tab
 * before it has shared, if there is one. Where the browser has no locks, the server tolerates two.
 */
export async function requestSessionLock<Result>(
  work: (loginElsewhere: Login | null) => Promise<Result>,
): Promise<Result> {
  const locks = (navigator as Partial<Navigator>).locks;
  if (locks === undefined) return work(null);
  const shared = Promise.withResolvers<Login>();
  const stop = onLoginElsewhere(shared.resolve);
  try {
    const immediate = await locks.request(MARK_KEY, { ifAvailable: true }, async (lock) =>
      lock === null ? null : { result: await work(null) },
    );
    if (immediate !== null) return immediate.result;
    return await locks.request(MARK_KEY, async () => {
      const timeout = new Promise<null>((resolve) => void setTimeout(resolve, SHARED_LOGIN_MS, null));
      return work(await Promise.race([shared.promise, timeout]));
    });
  } finally {
    stop();
  }
}

import { MARK_KEY } from './session-hint.ts';
import { onLoginElsewhere, requestSessionLock, shareLogin } from './session-lock.ts';
import {
  selectSession,
  sessionEnded,
  sessionLost,
  sessionResuming,
  sessionStarted,
  type Login,
} from './session-slice.ts';
import { readToken, setToken } from './session-token.ts';
import type { SessionThunk } from './session.ts';

export interface WireLogin {
  jwt: string;
  user: { id: number; first_name?: string | null; last_name?: string | null; username?: string | null };
}

/** The claims of a token, unverified: they decide what the pages offer, and the services decide what they allow. */
function claimsOf(jwt: string): { role?: unknown; exp?: unknown } {
  try {
    const payload = jwt.split('.')[1] ?? '';
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { role?: unknown };
  } catch {
    return {};
  }
}

export function toLogin({ jwt, user }: WireLogin): Login {
  const name = [user.first_name, user.last_name].flatMap((part) => part?.trim() || []).join(' ');
  const { role, exp } = claimsOf(jwt);
  return {
    token: jwt,
    session: {
      user: { id: user.id, name: name || (user.username ?? '') },
      role: typeof role === 'number' ? role : null,
      expiresAt: typeof exp === 'number' ? exp * 1_000 : null,
    },
  };
}

/**
 * What the browser remembers: that somebody may be logged in, or has logged out and the server has not confirmed it
 * yet. It names nobody and grants nothing; what does is in a cookie that no script reads.
 */
type Hint = 'in' | 'out';

function readHint(): Hint | null {
  try {
    const text = localStorage.getItem(MARK_KEY);
    return text === 'in' || text === 'out' ? text : null;
  } catch {
    return null;
  }
}

function writeHint(hint: Hint | null): void {
  try {
    if (hint === null) localStorage.removeItem(MARK_KEY);
    else localStorage.setItem(MARK_KEY, hint);
  } catch {
    // Storage is switched off: the session lives as long as the page.
  }
}

const takeLogin =
  ({ token, session }: Login): SessionThunk<void> =>
  (dispatch) => {
    writeHint('in');
    setToken(token);
    dispatch(sessionStarted(session));
  };

/** Starts the session of a login or of an exchanged cookie, here and in the other tabs that have none. */
export const startSession =
  (login: Login): SessionThunk<void> =>
  (dispatch) => {
    dispatch(takeLogin(login));
    // Browsers dispatch storage events to other tabs alone.
    dispatchEvent(new StorageEvent('storage', { key: MARK_KEY }));
    shareLogin(login);
  };

/** The session is over without the visitor's doing, which is shown until dismissed. */
export const loseSession = (): SessionThunk<void> => (dispatch) => {
  writeHint(null);
  setToken(null);
  dispatch(sessionLost());
};

const endSession =
  (hint: Hint | null): SessionThunk<void> =>
  (dispatch) => {
    writeHint(hint);
    setToken(null);
    dispatch(sessionEnded());
  };

/** Removes the notice of `loseSession`. */
export const dismissLoss = (): SessionThunk<void> => (dispatch, getState) => {
  if (selectSession(getState()) === null) dispatch(sessionEnded());
};

const TIMEOUT_MS = 10_000;
const UNAUTHORIZED = 401;

async function post(path: string): Promise<Response | null> {
  try {
    return await fetch(
      new Request(`${location.origin}/api/auth/${path}`, {
        method: 'POST',
        keepalive: true,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }),
    );
  } catch {
    return null;
  }
}

/** How a renewal ended; `unanswered` says nothing about the session. */
export type Renewal = 'renewed' | 'over' | 'unanswered';

let pending: Promise<Renewal> | null = null;

/**
 * Exchanges the cookie for a new token: one request for all callers of this tab, and, under the session lock, for all
 * tabs, as the one that holds the lock shares its login with those that wait.
 */
export const renewSession = (): SessionThunk<Promise<Renewal>> => (dispatch, getState) => {
  pending ??= requestSessionLock(async (loginElsewhere): Promise<Renewal> => {
    if (!isWanted(getState())) return endAnonymous();
    if (loginElsewhere !== null) {
      dispatch(takeLogin(loginElsewhere));
      return 'renewed';
    }
    const response = await post('refresh');
    if (!isWanted(getState())) return endAnonymous();
    if (response?.status === UNAUTHORIZED) {
      dispatch(loseSession());
      return 'over';
    }
    if (response?.ok !== true) return 'unanswered';
    dispatch(startSession(toLogin((await response.json()) as WireLogin)));
    return 'renewed';
  }).finally(() => (pending = null));
  return pending;

  function endAnonymous(): Renewal {
    if (getState().session.status === 'resuming') dispatch(sessionEnded());
    return 'over';
  }
};

/** False after a logout, here or in another tab: a response that comes then is nobody's. */
const isWanted = (state: Parameters<typeof selectSession>[0]): boolean =>
  readHint() === 'in' || selectSession(state) !== null;

/** Logs out here at once. Until the server has confirmed it, each page that is opened tells it again. */
export const signOut = (): SessionThunk<Promise<void>> => async (dispatch) => {
  dispatch(endSession('out'));
  await confirmSignOut();
};

async function confirmSignOut(): Promise<void> {
  await requestSessionLock(async () => {
    if (readHint() !== 'out') return;
    const response = await post('logout');
    if (response?.ok === true && readHint() === 'out') writeHint(null);
  });
}

/** Brings the slice in step with the hint, which another tab may have changed. */
const followHint = (): SessionThunk<void> => (dispatch, getState) => {
  const hint = readHint();
  if (hint !== 'in') {
    if (getState().session.status !== 'lost') dispatch(endSession(hint));
  } else if (readToken() === null) {
    dispatch(sessionResuming());
    void dispatch(renewSession());
  }
};

/**
 * Resumes the session of this browser and keeps in step with its other tabs. Returns a function that stops that; the
 * only caller is the session's owner in `app/`.
 */
export const keepSession = (): SessionThunk<() => void> => (dispatch) => {
  const listening = new AbortController();
  const options = { signal: listening.signal };
  addEventListener('storage', ({ key }) => void (key === MARK_KEY && dispatch(followHint())), options);
  // A page that comes back from the back/forward cache has missed what happened meanwhile.
  addEventListener('pageshow', ({ persisted }) => void (persisted && dispatch(followHint())), options);
  const stopListening = onLoginElsewhere((login) => {
    if (readHint() === 'in') dispatch(takeLogin(login));
  });
  if (readHint() === 'out') void confirmSignOut();
  dispatch(followHint());
  return () => {
    stopListening();
    listening.abort();
  };
};

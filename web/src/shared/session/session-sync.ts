import type { SessionResponse } from '@vidhi/contracts/account-responses.ts';
import { isDesk } from '@vidhi/contracts/desks.ts';
import { SESSION_HINT_KEY } from './session-hint.ts';
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

/** Headers by which a login requests the cookie that outlives the page. */
export const KEEP_SESSION = { 'x-keep-session': '1' };

/**
 * Returns the claims of a token, without verification: they decide what is shown, and the services authorize each
 * request.
 */
function claimsOf(jwt: string): { role?: unknown; desks?: unknown; exp?: unknown } {
  try {
    const payload = jwt.split('.')[1] ?? '';
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { role?: unknown };
  } catch {
    return {};
  }
}

export function toLogin({ jwt, user }: SessionResponse): Login {
  const name = [user.first_name, user.last_name].flatMap((part) => part?.trim() || []).join(' ');
  const { role, desks, exp } = claimsOf(jwt);
  return {
    token: jwt,
    session: {
      user: { id: user.id, name: name || (user.username ?? '') },
      role: typeof role === 'number' ? role : null,
      ...(Array.isArray(desks) ? { desks: desks.filter(isDesk) } : {}),
      expiresAt: typeof exp === 'number' ? exp * 1_000 : null,
    },
  };
}

/**
 * The session hint in `localStorage`: `in` when there may be a session, `out` after a logout that the server has not
 * confirmed yet. It contains no user and no credential; the refresh token is in an HttpOnly cookie.
 */
type Hint = 'in' | 'out';

function readHint(): Hint | null {
  try {
    const text = localStorage.getItem(SESSION_HINT_KEY);
    return text === 'in' || text === 'out' ? text : null;
  } catch {
    return null;
  }
}

function writeHint(hint: Hint | null): void {
  try {
    if (hint === null) localStorage.removeItem(SESSION_HINT_KEY);
    else localStorage.setItem(SESSION_HINT_KEY, hint);
  } catch {
    // Storage is disabled: the session ends with the document.
  }
}

const takeLogin =
  ({ token, session }: Login): SessionThunk<void> =>
  (dispatch) => {
    writeHint('in');
    setToken(token);
    dispatch(sessionStarted(session));
  };

/** Starts the session of a login or a refresh in this tab and shares it with the others. */
export const startSession =
  (login: Login): SessionThunk<void> =>
  (dispatch) => {
    dispatch(takeLogin(login));
    // Browsers dispatch storage events in other tabs only.
    dispatchEvent(new StorageEvent('storage', { key: SESSION_HINT_KEY }));
    shareLogin(login);
  };

/**
 * Continues the session with a new token. Returns false, and does nothing, when it has ended meanwhile or is that of another
 * user.
 */
export const continueSession =
  (login: Login): SessionThunk<boolean> =>
  (dispatch, getState) => {
    const current = selectSession(getState());
    if (readHint() === 'out' || current?.user.id !== login.session.user.id) return false;
    dispatch(startSession(login));
    return true;
  };

/** Ends a session without a logout; a notice shows it until `dismissLoss`. */
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

/** Resolves with null when the body ends early. */
const readLogin = (response: Response): Promise<SessionResponse | null> =>
  response.json().then(
    (body) => body as SessionResponse,
    () => null,
  );

/** The result of a renewal; `unanswered` (no response or a 5xx) leaves the session as it is. */
export type Renewal = 'renewed' | 'over' | 'unanswered';

let pending: Promise<Renewal> | null = null;

/**
 * Exchanges the refresh cookie for a new access token: one request for all callers of this tab and, by the session lock,
 * for all tabs that wait for it.
 */
export const renewSession = (): SessionThunk<Promise<Renewal>> => (dispatch, getState) => {
  pending ??= requestSessionLock(async (loginElsewhere): Promise<Renewal> => {
    if (!isSessionExpected(getState())) return endAnonymous();
    if (loginElsewhere !== null) {
      dispatch(takeLogin(loginElsewhere));
      return 'renewed';
    }
    const response = await post('refresh');
    const login = response?.ok === true ? await readLogin(response) : null;
    // After the last await: a logout while the body arrived must not be undone.
    if (!isSessionExpected(getState())) return endAnonymous();
    if (response?.status === UNAUTHORIZED) {
      dispatch(loseSession());
      return 'over';
    }
    if (login === null) return 'unanswered';
    dispatch(startSession(toLogin(login)));
    return 'renewed';
  }).finally(() => (pending = null));
  return pending;

  function endAnonymous(): Renewal {
    if (getState().session.status === 'resuming') dispatch(sessionEnded());
    return 'over';
  }
};

/** False after a logout in any tab: the response of a renewal is ignored then. */
const isSessionExpected = (state: Parameters<typeof selectSession>[0]): boolean =>
  readHint() === 'in' || selectSession(state) !== null;

/** Logs out in the browser at once. The request is repeated by each new document until the server has confirmed it. */
export const logOut = (): SessionThunk<Promise<void>> => async (dispatch) => {
  dispatch(endSession('out'));
  await confirmLogout();
};

async function confirmLogout(): Promise<void> {
  await requestSessionLock(async () => {
    if (readHint() !== 'out') return;
    const response = await post('logout');
    if (response?.ok === true && readHint() === 'out') writeHint(null);
  });
}

/** Updates the session slice after the hint has changed in another tab. */
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
 * Resumes the session and synchronizes it with the other tabs until the returned function is called. Only
 * `SessionOwner` calls it.
 */
export const keepSession = (): SessionThunk<() => void> => (dispatch) => {
  const listening = new AbortController();
  const options = { signal: listening.signal };
  addEventListener(
    'storage',
    ({ key }) => void (key === SESSION_HINT_KEY && dispatch(followHint())),
    options,
  );
  // A document from the back/forward cache has missed storage events.
  addEventListener('pageshow', ({ persisted }) => void (persisted && dispatch(followHint())), options);
  const stopListening = onLoginElsewhere((login) => {
    if (readHint() === 'in') dispatch(takeLogin(login));
  });
  if (readHint() === 'out') void confirmLogout();
  dispatch(followHint());
  return () => {
    stopListening();
    listening.abort();
  };
};

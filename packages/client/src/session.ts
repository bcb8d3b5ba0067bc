/** The account that is logged in, as the API describes it. */
export interface SessionUser {
  id: number;
  username?: string | null;
  email?: string | null;
}

/** Session of a program: everything that is needed to go on in another process. Keep it as secret as a password. */
export interface StoredSession {
  token: string;
  /** `name=value` of the session's cookie; null in a browser, which holds the cookie itself. */
  cookie: string | null;
}

export interface SessionOptions {
  /** Base address of the site, without a path. */
  baseUrl: string;
  fetch: (request: Request) => Promise<Response>;
  /** Called with each new session, and with null when it has ended. */
  onChange: (session: StoredSession | null) => void;
  /** Milliseconds since the epoch. */
  clock: () => number;
  /** Whether the browser sends the cookie by itself, as it does on pages of the site. */
  isOwnPage: boolean;
}

export interface Credentials {
  identifier: string;
  password: string;
  /** Resolves with a code of the authenticator app, or a recovery code; called where the account has a second step. */
  secondStep?: () => string | Promise<string>;
}

export interface Session {
  readonly current: StoredSession | null;
  resume(session: StoredSession): void;
  logIn(credentials: Credentials): Promise<SessionUser>;
  logOut(): Promise<void>;
  /**
   * Resolves with a token that is valid for at least half a minute, or null without a session. While the site cannot renew
   * it, resolves with the present one until it expires, and rejects then.
   */
  token(): Promise<string | null>;
  /** Resolves with another token than the rejected one, or null when the session has ended. */
  renew(rejected: string): Promise<string | null>;
}

/** The API responded with an error. `details` has the fields that are not valid, where there are such. */
export class VidhiError extends Error {
  readonly status: number;
  readonly details: unknown;

  constructor(status: number, name: string, message: string, details: unknown) {
    super(message);
    this.name = name;
    this.status = status;
    this.details = details;
  }
}

const LOGIN = '/api/auth/local';
const SECOND_STEP = '/api/auth/second-step';
const LOGINS: ReadonlySet<string> = new Set([LOGIN, SECOND_STEP]);
/** A token is replaced this long before it expires. */
const RESERVE_MS = 30_000;
const UNAUTHORIZED = 401;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Reads the error of a response in the envelope of Strapi 4. */
export async function errorOf(response: Response): Promise<VidhiError> {
  const body: unknown = await response.json().catch(() => null);
  const error = isObject(body) && isObject(body['error']) ? body['error'] : {};
  const { name, message, details } = error;
  return new VidhiError(
    response.status,
    typeof name === 'string' ? name : 'HttpError',
    typeof message === 'string' ? message : `The site responded with status ${response.status}`,
    details,
  );
}

/** The token of a login that needs a code; null for other errors, and where a second step has to be set up first. */
function challengeOf({ details }: VidhiError): string | null {
  if (!isObject(details) || details['enrolment'] !== false) return null;
  const token = details['second_step'];
  return typeof token === 'string' ? token : null;
}

/** Beginning and end of a token by its claims, in milliseconds since the epoch of the site's clock; 0 and 0 without them. */
function timesOf(token: string): { begin: number; end: number } {
  const unknown = { begin: 0, end: 0 };
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const claims: unknown = JSON.parse(atob(payload));
    if (!isObject(claims)) return unknown;
    const { exp, iat } = claims;
    return typeof exp === 'number' && typeof iat === 'number'
      ? { begin: iat * 1_000, end: exp * 1_000 }
      : unknown;
  } catch {
    return unknown;
  }
}

/** Lifetime of a token in milliseconds; 0 where it is unknown, so that it is renewed at once. */
function lifetimeOf(token: string): number {
  const { begin, end } = timesOf(token);
  return end - begin;
}

/** `name=value` of the first session cookie that a response sets; undefined where it sets none. */
const cookieOf = ({ headers }: Response): string | undefined =>
  headers
    .getSetCookie()
    .map((header) => header.split(';', 1)[0] ?? '')
    .find((pair) => /^(?:__Host-)?vidhi-session=./.test(pair));

/**
 * Holds one session. The access token lives for ten minutes; the session's cookie is exchanged for the next one, once
 * for all requests that wait for it.
 */
export function createSession(options: SessionOptions): Session {
  const { baseUrl, fetch, onChange, clock, isOwnPage } = options;
  let current: StoredSession | null = null;
  /** Time at which the token expires; 0 if it is unknown. */
  let expiresAt = 0;
  /** The same, where it is unknown as if the clock here were that of the site: used while the site cannot renew it. */
  let usableUntil = 0;
  let renewal: Promise<string | null> | null = null;
  /** Number of logins, logouts and resumptions: the response to a refresh that began before one is of another session. */
  let era = 0;

  const change = (next: StoredSession | null): void => {
    current = next;
    expiresAt = next === null ? 0 : clock() + lifetimeOf(next.token);
    usableUntil = expiresAt;
    onChange(next);
  };

  const post = (path: string, body?: object): Promise<Response> => {
    const headers = new Headers({ accept: 'application/json' });
    if (body !== undefined) headers.set('content-type', 'application/json');
    if (!isOwnPage) {
      // The routes of sessions reject pages of other sites by this header, which browsers do not let pages set.
      headers.set('origin', new URL(baseUrl).origin);
      const cookie = current?.cookie ?? null;
      if (cookie !== null) headers.set('cookie', cookie);
    }
    if (LOGINS.has(path)) headers.set('x-keep-session', '1');
    const init: RequestInit = { method: 'POST', headers };
    if (body !== undefined) init.body = JSON.stringify(body);
    return fetch(new Request(new URL(path, baseUrl), init));
  };

  /** Takes the session of a response of login or refresh. */
  const adopt = async (response: Response): Promise<SessionUser> => {
    const body = (await response.json()) as { jwt: string; user: SessionUser };
    const cookie = isOwnPage ? null : (cookieOf(response) ?? current?.cookie ?? null);
    change({ token: body.jwt, cookie });
    return body.user;
  };

  const refresh = async (): Promise<string | null> => {
    const own = era;
    const response = await post('/api/auth/refresh');
    if (own !== era) return current?.token ?? null;
    if (response.status === UNAUTHORIZED) {
      change(null);
      return null;
    }
    if (!response.ok) throw await errorOf(response);
    await adopt(response);
    return current?.token ?? null;
  };

  const renewOnce = (): Promise<string | null> => {
    if (renewal !== null) return renewal;
    const started = refresh().finally(() => {
      if (renewal === started) renewal = null;
    });
    renewal = started;
    return started;
  };

  const begin = (): void => {
    era += 1;
    renewal = null;
  };

  return {
    get current() {
      return current;
    },
    resume(session) {
      begin();
      current = session;
      // How old its token is, nobody knows here.
      expiresAt = 0;
      usableUntil = timesOf(session.token).end;
    },
    async logIn({ identifier, password, secondStep }) {
      const response = await post(LOGIN, { identifier, password });
      if (response.ok) {
        begin();
        return adopt(response);
      }
      const error = await errorOf(response);
      const token = challengeOf(error);
      if (token === null || secondStep === undefined) throw error;
      const confirmed = await post(SECOND_STEP, { token, code: await secondStep() });
      if (!confirmed.ok) throw await errorOf(confirmed);
      begin();
      return adopt(confirmed);
    },
    async logOut() {
      begin();
      const response = await post('/api/auth/logout');
      begin();
      change(null);
      if (!response.ok) throw await errorOf(response);
    },
    async token() {
      if (current === null) return null;
      if (clock() < expiresAt - RESERVE_MS) return current.token;
      return renewOnce().catch((error: unknown) => {
        if (current !== null && clock() < usableUntil) return current.token;
        throw error;
      });
    },
    async renew(rejected) {
      if (current === null) return null;
      return current.token === rejected ? renewOnce() : current.token;
    },
  };
}

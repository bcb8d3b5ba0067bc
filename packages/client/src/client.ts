import createFetchClient, { type Client } from 'openapi-fetch';
import { queryString } from './query-string.ts';
import {
  VidhiError,
  createSession,
  type Credentials,
  type SessionUser,
  type StoredSession,
} from './session.ts';

export interface VidhiClientOptions {
  /** Base address of the site, such as `https://vidhi.example`. */
  baseUrl: string;
  /** A session of an earlier process, as `onSession` was given it. */
  session?: StoredSession;
  /** Called with each new session, so that a program can save it, and with null when the session has ended. */
  onSession?: (session: StoredSession | null) => void;
  fetch?: (request: Request) => Promise<Response>;
  clock?: () => number;
}

/**
 * Client of one site. `api` has a method for each HTTP method, typed by the site's OpenAPI document; it resolves with
 * `{ data }` or `{ error }`, as openapi-fetch does, and rejects only where no response came.
 */
export interface VidhiClient<Paths extends object> {
  api: Client<Paths>;
  /** Resolves with the account, and sends its token with every request from now on. Rejects with VidhiError. */
  logIn(credentials: Credentials): Promise<SessionUser>;
  /** Ends the session here and at the site. */
  logOut(): Promise<void>;
}

const UNAUTHORIZED = 401;
const FORBIDDEN = 403;
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Whether this is a page of the site itself, whose browser holds the cookie of the session. */
function isPageOf(baseUrl: string): boolean {
  const { location } = globalThis as { location?: { origin: string } };
  return location?.origin === new URL(baseUrl).origin;
}

const authorized = (request: Request, token: string): Request => {
  const headers = new Headers(request.headers);
  headers.set('authorization', `Bearer ${token}`);
  return new Request(request, { headers });
};

/** Returns the error with which the site responded to a refresh, as the response of the request that needed it. */
function failedBy(error: unknown): Response {
  if (!(error instanceof VidhiError)) throw error;
  const { status, name, message, details } = error;
  return Response.json({ data: null, error: { status, name, message, details } }, { status });
}

/**
 * Makes a client that logs in and renews its token by itself: before it expires, as an expired token reads what
 * everybody may read, and once after 401. One refresh serves all requests that wait for it. While an
 * expired token cannot be renewed, these reads are sent without one.
 */
export function createClient<Paths extends object>(options: VidhiClientOptions): VidhiClient<Paths> {
  const { baseUrl, onSession = () => undefined, clock = Date.now } = options;
  const send = options.fetch ?? ((request: Request) => globalThis.fetch(request));
  const session = createSession({
    baseUrl,
    fetch: send,
    onChange: onSession,
    clock,
    isOwnPage: isPageOf(baseUrl),
  });
  if (options.session !== undefined) session.resume(options.session);

  /** Sends a read that everybody may send; responds with the error of the refresh to every other request. */
  const sendAsVisitor = async (request: Request, error: unknown): Promise<Response> => {
    if (!READS.has(request.method)) return failedBy(error);
    const response = await send(request);
    if (response.status !== UNAUTHORIZED && response.status !== FORBIDDEN) return response;
    await response.body?.cancel();
    return failedBy(error);
  };

  const sendAgain = async (request: Request, rejected: string, response: Response): Promise<Response> => {
    let next: string | null;
    try {
      next = await session.renew(rejected);
    } catch (error) {
      await response.body?.cancel();
      return sendAsVisitor(request, error);
    }
    if (next === null) return response;
    await response.body?.cancel();
    return send(authorized(request, next));
  };

  const sendAuthorized = async (request: Request): Promise<Response> => {
    let token: string | null;
    try {
      token = await session.token();
    } catch (error) {
      return sendAsVisitor(request, error);
    }
    if (token === null) return send(request);
    const repeat = request.clone();
    const response = await send(authorized(request, token));
    return response.status === UNAUTHORIZED ? sendAgain(repeat, token, response) : response;
  };

  return {
    api: createFetchClient<Paths>({ baseUrl, fetch: sendAuthorized, querySerializer: queryString }),
    logIn: (credentials) => session.logIn(credentials),
    logOut: () => session.logOut(),
  };
}

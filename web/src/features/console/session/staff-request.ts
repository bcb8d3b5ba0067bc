import { callAsMember, type CallResult } from '#shared/api/member-call.ts';
import type { Problem } from '#shared/api/problem.ts';
import type { SessionDispatch } from '#shared/session/session.ts';
import type { WithSession } from '#shared/session/session-slice.ts';

/** A response of the API, whatever its status; status 0 when there was none. */
export interface StaffResponse {
  status: number;
  isOk: boolean;
  body: unknown;
  etag: string | null;
  /** Message of the error, and those of its fields. */
  problem: Problem;
  /** `details` of the error. */
  details: Readonly<Record<string, unknown>>;
}

export interface StaffRequest {
  /** Below `/api`. */
  path: string;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Sent as JSON, or as it is where it is a form or bytes. */
  body?: object;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}

export type SendAsStaff = (request: StaffRequest) => Promise<StaffResponse>;

interface StaffStore {
  dispatch: SessionDispatch;
  getState: () => WithSession;
}

const TIMEOUT_MS = 20_000;
const UPLOAD_TIMEOUT_MS = 60_000;

/** Difference between the clocks of the server and of this computer, from the newest response. */
let clockOffset = 0;
/** The time of the server: what is scheduled goes by it, whatever this computer says. */
export const serverNow = (): number => Date.now() + clockOffset;

function setClock(response: Response): void {
  const date = Date.parse(response.headers.get('date') ?? '');
  // The header has whole seconds.
  if (!Number.isNaN(date) && Math.abs(date - Date.now()) > 2_000) clockOffset = date - Date.now();
  else if (!Number.isNaN(date)) clockOffset = 0;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const errorOf = (body: unknown): Record<string, unknown> =>
  isObject(body) && isObject(body['error']) ? body['error'] : {};

function detailsOf(body: unknown): Record<string, unknown> {
  const { details } = errorOf(body);
  return isObject(details) ? details : {};
}

/** As `problemOf` of the app's API, which every reading page would have to export for this one. */
function readProblem(status: number, body: unknown): Problem {
  const { name, message } = errorOf(body);
  const fields: Record<string, string> = {};
  const { errors } = detailsOf(body);
  for (const one of Array.isArray(errors) ? errors : [])
    if (isObject(one) && Array.isArray(one['path'])) fields[one['path'].join('.')] ??= String(one['message']);
  return {
    status,
    code: typeof name === 'string' ? name : '',
    message: typeof message === 'string' ? message : 'The request failed',
    fields,
  };
}

const NO_RESPONSE: StaffResponse = {
  status: 0,
  isOk: false,
  body: null,
  etag: null,
  problem: readProblem(0, null),
  details: {},
};

/**
 * Returns a function that sends requests with the token of the session and resolves with any response; it never rejects but when it is
 * aborted. RTK Query's hooks hide headers and the details of errors, which saving needs.
 */
export function createSendAsStaff(store: StaffStore): SendAsStaff {
  return async ({ path, method = 'GET', body, headers = {}, signal }) => {
    const isForm = body instanceof FormData || body instanceof Blob;
    const response: { last: StaffResponse } = { last: NO_RESPONSE };
    const call = async (args: { headers?: unknown }): Promise<CallResult> => {
      const sent = new Headers(args.headers as Headers);
      if (body !== undefined && !isForm) sent.set('content-type', 'application/json');
      for (const [name, value] of Object.entries(headers)) sent.set(name, value);
      const limit = AbortSignal.timeout(isForm ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS);
      try {
        const received = await fetch(
          new Request(`${location.origin}/api${path}`, {
            method,
            headers: sent,
            ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
            signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
          }),
        );
        setClock(received);
        const text = await received.text();
        const read = parse(text);
        response.last = {
          status: received.status,
          isOk: received.ok,
          body: read,
          etag: received.headers.get('etag'),
          problem: readProblem(received.status, read),
          details: detailsOf(read),
        };
        const meta = { response: received };
        return received.status === 401 ? { error: response.last.problem, meta } : { data: null, meta };
      } catch (error) {
        if (signal?.aborted === true) throw error;
        response.last = NO_RESPONSE;
        return { data: null };
      }
    };
    const result = await callAsMember({ url: path }, call, store);
    if (result.error !== undefined)
      return { ...NO_RESPONSE, status: result.error.status, problem: result.error };
    return response.last;
  };
}

function parse(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

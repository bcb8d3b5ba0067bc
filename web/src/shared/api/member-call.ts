import type { FetchArgs } from '@reduxjs/toolkit/query/react';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { selectSession, type WithSession } from '../session/session-slice.ts';
import { loseSession, renewSession } from '../session/session-sync.ts';
import { readToken } from '../session/session-token.ts';
import type { CallMeta, Problem } from './problem.ts';

export type CallResult =
  | { data: unknown; error?: undefined; meta?: CallMeta | undefined }
  | { error: Problem; data?: undefined; meta?: CallMeta | undefined };

interface SessionStore {
  dispatch: ThunkDispatch<WithSession, unknown, UnknownAction>;
  getState: () => WithSession;
}

const UNAUTHORIZED = 401;
/** GET routes respond to an invalid token as to anonymous clients, with this header. */
const TOKEN_IGNORED = 'x-token-ignored';

const problem = (status: number, code: string, message: string) => ({
  error: { status, code, message, fields: {} },
});
const REJECTED = problem(UNAUTHORIZED, 'UnauthorizedError', 'Your session has ended');
const UNANSWERED = problem(0, '', 'The session could not be renewed');

const isRejected = ({ error, meta }: CallResult): boolean =>
  error?.status === UNAUTHORIZED || meta?.response?.headers.has(TOKEN_IGNORED) === true;

/**
 * Sends a request with the access token, in addition to the caller's headers. After a rejected token the session is
 * renewed, once for all pending requests of all tabs, and the request repeated with the new token. The session is lost
 * when the renewal or the new token is rejected. A request is never repeated as another user. With `renews` false, a
 * rejected token is an error at once, and the session stays.
 */
export async function callAsMember(
  args: FetchArgs,
  call: (args: FetchArgs) => PromiseLike<CallResult> | CallResult,
  { dispatch, getState }: SessionStore,
  renews = true,
): Promise<CallResult> {
  const withToken = (token: string) => {
    const headers = new Headers(args.headers as HeadersInit | undefined);
    headers.set('authorization', `Bearer ${token}`);
    return call({ ...args, headers });
  };
  const userId = (): number | undefined => selectSession(getState())?.user.id;
  // The session may still be resuming after the document has been opened.
  if (renews && readToken() === null && getState().session.status === 'resuming')
    await dispatch(renewSession());
  const token = readToken();
  const user = userId();
  if (token === null) return REJECTED;
  const first = await withToken(token);
  if (!isRejected(first)) return first;
  if (!renews) return REJECTED;
  if (readToken() === token && (await dispatch(renewSession())) === 'unanswered') return UNANSWERED;
  const renewed = readToken();
  if (renewed === null || renewed === token || userId() !== user) return REJECTED;
  const second = await withToken(renewed);
  if (!isRejected(second)) return second;
  if (readToken() === renewed) dispatch(loseSession());
  return REJECTED;
}

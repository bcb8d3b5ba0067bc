import type { FetchArgs } from '@reduxjs/toolkit/query/react';
import { readSession, type Session } from '../session/session.ts';
import { loseSession, renewSession } from '../session/session-sync.ts';
import type { CallMeta, Problem } from './base-api.ts';

export type CallResult =
  | { data: unknown; error?: undefined; meta?: CallMeta }
  | { error: Problem; data?: undefined; meta?: CallMeta };

/** The base query, as endpoints are given it. */
type Call = (args: FetchArgs) => PromiseLike<CallResult> | CallResult;

const UNAUTHORIZED = 401;
/** Reads answer a token that is not taken as they answer everybody, and say so. */
const IGNORED = 'x-token-ignored';

const REFUSED = { error: { status: UNAUTHORIZED, message: 'Your session has ended' } };
const UNANSWERED = { error: { status: 0, message: 'The session could not be renewed' } };

const isRefused = ({ error, meta }: CallResult): boolean =>
  error?.status === UNAUTHORIZED || meta?.response?.headers.has(IGNORED) === true;

/** A session that took its place meanwhile, of the same visitor. */
function successorOf(session: Session): Session | null {
  const now = readSession();
  return now !== session && now?.user.id === session.user.id ? now : null;
}

/**
 * Calls as the visitor who is signed in. A token that is not taken is renewed, once; the session ends when that is
 * refused, and when the new token is not taken either.
 */
export async function callAsMember(args: FetchArgs, call: Call): Promise<CallResult> {
  const withToken = ({ token }: Session) => call({ ...args, headers: { authorization: `Bearer ${token}` } });
  const session = readSession();
  if (session === null) return REFUSED;
  const first = await withToken(session);
  if (!isRefused(first)) return first;
  if (readSession() === session && (await renewSession()) === 'unanswered') return UNANSWERED;
  const renewed = successorOf(session);
  if (renewed === null) return REFUSED;
  const second = await withToken(renewed);
  if (!isRefused(second)) return second;
  if (readSession() === renewed) loseSession();
  return REFUSED;
}

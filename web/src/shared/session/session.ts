import { useDispatch, useSelector } from 'react-redux';
import type { Dispatch, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { selectSession, selectSessionStatus, type WithSession } from './session-slice.ts';

/** A thunk of `session-sync.ts`. */
export type SessionThunk<Result> = (
  dispatch: ThunkDispatch<WithSession, unknown, UnknownAction>,
  getState: () => WithSession,
) => Result;

/** Returns the session; null for anonymous visitors and during server rendering. */
export const useSession = () => useSelector(selectSession);
export const useSessionStatus = () => useSelector(selectSessionStatus);

export type SessionDispatch = ThunkDispatch<WithSession, unknown, UnknownAction> & Dispatch;

export const useSessionDispatch = () => useDispatch<SessionDispatch>();

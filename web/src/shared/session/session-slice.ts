import type { Desk } from '@vidhi/contracts/desks.ts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface SessionUser {
  id: number;
  name: string;
}

/** The logged-in user. The token is not part of it: `session-token.ts`. */
export interface Session {
  user: SessionUser;
  /** A role id of `packages/contracts/src/roles.ts`; null in a token without one. */
  role: number | null;
  /** Desks of a staff account, as its token names them; absent where it names none. */
  desks?: readonly Desk[];
  /** Expiry of the token, in milliseconds since the Unix epoch; null when unknown. */
  expiresAt: number | null;
}

/** An access token and the session that it belongs to. */
export interface Login {
  token: string;
  session: Session;
}

/**
 * `unknown` until the session hint has been read, `resuming` while the refresh cookie is exchanged for a token, `lost`
 * after the session ended without a logout, until the user dismisses the notice.
 */
export type SessionStatus = 'unknown' | 'resuming' | 'anonymous' | 'member' | 'lost';

export interface SessionState {
  status: SessionStatus;
  session: Session | null;
}

const initialState: SessionState = { status: 'unknown', session: null };

const slice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    sessionStarted: (_state, { payload }: PayloadAction<Session>): SessionState => ({
      status: 'member',
      session: payload,
    }),
    sessionResuming: (state): SessionState =>
      state.session === null ? { status: 'resuming', session: null } : state,
    sessionEnded: (): SessionState => ({ status: 'anonymous', session: null }),
    sessionLost: (): SessionState => ({ status: 'lost', session: null }),
  },
});

export const sessionReducer = slice.reducer;
export const { sessionStarted, sessionResuming, sessionEnded, sessionLost } = slice.actions;

/** The part of the store's state with the session. */
export interface WithSession {
  session: SessionState;
}

export const selectSession = ({ session }: WithSession): Session | null => session.session;
export const selectSessionStatus = ({ session }: WithSession): SessionStatus => session.status;

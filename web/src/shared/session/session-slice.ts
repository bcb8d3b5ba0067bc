import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface SessionUser {
  id: number;
  name: string;
}

/** Who is logged in. The token is not part of it: `session-token.ts`. */
export interface Session {
  user: SessionUser;
  /** A role id of `packages/contracts/src/roles.ts`; null in a token without one. */
  role: number | null;
  /** When the token expires, in milliseconds since 1970; null when unknown. */
  expiresAt: number | null;
}

/** A token and what the pages know of whom it names. */
export interface Login {
  token: string;
  session: Session;
}

/**
 * `unknown` until the browser has been asked whether somebody may be logged in, `resuming` while the cookie is exchanged
 * for a token, `lost` when the session ended without the visitor's doing and he has not dismissed that yet.
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

/** The part of the store that sessions need. */
export interface WithSession {
  session: SessionState;
}

export const selectSession = ({ session }: WithSession): Session | null => session.session;
export const selectSessionStatus = ({ session }: WithSession): SessionStatus => session.status;

import { baseApi } from '#shared/api/base-api.ts';

/** A browser in which the own account is logged in. */
export interface OpenSession {
  id: string;
  /** As `Firefox on Windows`; null where it is unknown. */
  browser: string | null;
  isCurrent: boolean;
  lastUsedAt: string;
}

const sessionApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    // The session cookie says whose they are.
    ownSessions: build.query<OpenSession[], void>({
      query: () => '/auth/sessions',
      providesTags: ['Account', 'Member'],
    }),
    endSession: build.mutation<unknown, string>({
      query: (id) => ({ url: `/auth/sessions/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Account'],
    }),
    endSessionsElsewhere: build.mutation<unknown, void>({
      query: () => ({ url: '/auth/logout-others', method: 'POST' }),
      invalidatesTags: ['Account'],
    }),
  }),
});

export const { useEndSessionMutation, useEndSessionsElsewhereMutation, useOwnSessionsQuery } = sessionApi;

import type { OwnSession } from '@vidhi/contracts/account-responses.ts';
import { baseApi } from '#shared/api/base-api.ts';

const sessionApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    // The session cookie says whose they are.
    ownSessions: build.query<OwnSession[], void>({
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

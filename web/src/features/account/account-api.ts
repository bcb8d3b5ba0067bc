import { baseApi, queryFor } from '../../shared/api/base-api.ts';
import type { Session } from '../../shared/session.ts';
import { showAuthRead } from './account-reads.ts';
import { toSession, type Credentials } from './credentials.ts';

export const accountApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    showAuth: build.query(queryFor(showAuthRead)),
    login: build.mutation<Session, Credentials>({
      query: (body) => ({ url: '/auth/local', method: 'POST', body }),
      transformResponse: toSession,
    }),
  }),
});

export const { useShowAuthQuery, useLoginMutation } = accountApi;

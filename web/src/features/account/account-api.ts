import { baseApi } from '#shared/api/base-api.ts';
import type { Login } from '#shared/session/session-slice.ts';
import { toLogin } from '#shared/session/session-sync.ts';
import type { Credentials } from './login-form-definition.ts';

/** Asks for the cookie that outlives this page. */
const KEEP_SESSION = { 'x-keep-session': '1' };

/** The account of who is logged in. */
export interface Account {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  mobile: string;
}

interface WireMe {
  id: number;
  first_name?: string | null;
  last_name?: string | null;
  email?: string | null;
  mobile?: string | null;
}

export const accountApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    me: build.query<Account, void>({
      query: () => '/users/me',
      transformResponse: ({ id, first_name, last_name, email, mobile }: WireMe) => ({
        id,
        firstName: first_name ?? '',
        lastName: last_name ?? '',
        email: email ?? '',
        mobile: mobile ?? '',
      }),
      providesTags: ['Account', 'Member'],
      extraOptions: { auth: true },
    }),
    login: build.mutation<Login, Credentials>({
      query: (body) => ({ url: '/auth/local', method: 'POST', body, headers: KEEP_SESSION }),
      transformResponse: toLogin,
    }),
  }),
});

export const { useLoginMutation, useMeQuery } = accountApi;

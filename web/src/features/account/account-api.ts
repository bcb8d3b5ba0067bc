import { baseApi } from '#shared/api/base-api.ts';
import type { Login } from '#shared/session/session-slice.ts';
import { toLogin } from '#shared/session/session-sync.ts';
import type { Credentials } from './login-form-definition.ts';

/** Asks for the cookie that outlives this page. */
const KEEP_SESSION = { 'x-keep-session': '1' };

export const accountApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation<Login, Credentials>({
      query: (body) => ({ url: '/auth/local', method: 'POST', body, headers: KEEP_SESSION }),
      transformResponse: toLogin,
    }),
  }),
});

export const { useLoginMutation } = accountApi;

import { baseApi } from '../api/base-api.ts';
import type { PasswordChange } from './password-form-definition.ts';
import type { Login } from './session-slice.ts';
import { KEEP_SESSION, toLogin } from './session-sync.ts';

const passwordApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** To be requested under the session lock: it ends all other sessions, and continues this one with a new token. */
    changePassword: build.mutation<Login, PasswordChange>({
      query: (body) => ({ url: '/auth/change-password', method: 'POST', body, headers: KEEP_SESSION }),
      transformResponse: toLogin,
      extraOptions: { auth: true, renews: false },
    }),
  }),
});

export const { useChangePasswordMutation } = passwordApi;

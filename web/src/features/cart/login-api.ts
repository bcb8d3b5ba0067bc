import { baseApi } from '#shared/api/base-api.ts';
import type { Login } from '#shared/session/session-slice.ts';
import { toLogin } from '#shared/session/session-sync.ts';

export interface CustomerCredentials {
  identifier: string;
  password: string;
}

const loginApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    logInCustomer: build.mutation<Login, CustomerCredentials>({
      query: (body) => ({
        url: '/auth/local',
        method: 'POST',
        body,
        // Asks for the cookie that outlives this page.
        headers: { 'x-keep-session': '1' },
      }),
      transformResponse: toLogin,
    }),
  }),
});

export const { useLogInCustomerMutation } = loginApi;

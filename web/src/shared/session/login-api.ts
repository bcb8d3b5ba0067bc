import { baseApi } from '../api/base-api.ts';
import type { Credentials } from './login-form-definition.ts';
import type { Login } from './session-slice.ts';
import { KEEP_SESSION, toLogin } from './session-sync.ts';

const loginApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation<Login, Credentials>({
      query: (body) => ({ url: '/auth/local', method: 'POST', body, headers: KEEP_SESSION }),
      transformResponse: toLogin,
    }),
  }),
});

export const { useLoginMutation } = loginApi;

import { baseApi } from '../api/base-api.ts';
import type { Credentials } from './login-form-definition.ts';
import { acceptChallenge, toLoginOrChallenge, type Challenge } from './second-step-challenge.ts';
import type { Login } from './session-slice.ts';
import { KEEP_SESSION } from './session-sync.ts';

const loginApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation<Login | Challenge, Credentials>({
      query: (body) => ({
        url: '/auth/local',
        method: 'POST',
        body,
        headers: KEEP_SESSION,
        validateStatus: acceptChallenge,
      }),
      transformResponse: toLoginOrChallenge,
    }),
  }),
});

export const { useLoginMutation } = loginApi;

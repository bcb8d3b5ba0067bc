import type {
  EnrolmentResponse,
  RecoveryCodesResponse,
  SecondStepActivation,
  SecondStepResponse,
} from '@vidhi/contracts/account-responses.ts';
import { baseApi } from '../../api/base-api.ts';
import type { Login } from '../session-slice.ts';
import { KEEP_SESSION, toLogin } from '../session-sync.ts';

/** Two-step login is on, and these codes are shown once. */
export interface Activated {
  login: Login;
  recoveryCodes: readonly string[];
}

const postOf = (path: string, body: object) => ({
  url: `/auth/second-step${path}`,
  method: 'POST',
  body,
  headers: KEEP_SESSION,
});

const secondStepApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    secondStep: build.query<SecondStepResponse, void>({
      query: () => '/auth/second-step',
      providesTags: ['Account', 'Member'],
      extraOptions: { auth: true },
    }),
    /** Completes a login. To be requested under the session lock. */
    enterSecondStep: build.mutation<Login, { token: string; code: string }>({
      query: (body) => postOf('', body),
      transformResponse: toLogin,
    }),
    /** A secret for an authenticator app; nothing changes until the activation. */
    enrolSecondStep: build.mutation<EnrolmentResponse, { currentPassword: string }>({
      query: (body) => postOf('/enrolment', body),
      extraOptions: { auth: true },
    }),
    /** The same during a login. */
    enrolInLogin: build.mutation<EnrolmentResponse, { token: string }>({
      query: (body) => postOf('/enrolment', body),
    }),
    /** Ends all other sessions, and the present token. To be requested under the session lock. */
    activateSecondStep: build.mutation<Activated, { enrolment: string; code: string }>({
      query: (body) => postOf('/activation', body),
      transformResponse: (body: SecondStepActivation) => ({
        login: toLogin(body),
        recoveryCodes: body.recovery_codes,
      }),
    }),
    replaceRecoveryCodes: build.mutation<readonly string[], { currentPassword: string }>({
      query: (body) => postOf('/recovery-codes', body),
      transformResponse: ({ recovery_codes: codes }: RecoveryCodesResponse) => codes,
      invalidatesTags: ['Account'],
      extraOptions: { auth: true },
    }),
    /** Ends all other sessions, and the present token. To be requested under the session lock. */
    removeSecondStep: build.mutation<Login, { currentPassword: string; code: string }>({
      query: (body) => postOf('/removal', body),
      transformResponse: toLogin,
      extraOptions: { auth: true, renews: false },
    }),
  }),
});

export const {
  useActivateSecondStepMutation,
  useEnrolInLoginMutation,
  useEnrolSecondStepMutation,
  useEnterSecondStepMutation,
  useRemoveSecondStepMutation,
  useReplaceRecoveryCodesMutation,
  useSecondStepQuery,
} = secondStepApi;

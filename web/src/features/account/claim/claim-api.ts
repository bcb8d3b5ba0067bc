import type { ClaimLook } from '@vidhi/contracts/profile-invitations.ts';
import { baseApi } from '#shared/api/base-api.ts';
import type { Login } from '#shared/session/session-slice.ts';
import { KEEP_SESSION, toLogin } from '#shared/session/session-sync.ts';
import type { Claim } from './claim-form-definition.ts';

const claimApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Reads what the link of an invitation offers. Changes nothing. */
    lookAtInvitation: build.query<ClaimLook, string>({
      query: (token) => ({ url: '/auth/profile-invitation', method: 'POST', body: { token } }),
      transformResponse: ({ data }: { data: ClaimLook }) => data,
      providesTags: ['Account'],
    }),
    /** To be requested under the session lock: it ends all other sessions, and continues this one with a new token. */
    claimProfile: build.mutation<Login, Claim & { token: string }>({
      query: ({ token, declaration, agreement }) => ({
        url: '/auth/claim-profile',
        method: 'POST',
        body: { token, declaration, accept_legal_agreement: agreement },
        headers: KEEP_SESSION,
      }),
      transformResponse: toLogin,
      extraOptions: { auth: true, renews: false },
    }),
  }),
});

export const { useClaimProfileMutation, useLookAtInvitationQuery } = claimApi;

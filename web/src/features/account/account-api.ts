import type { AccountResponse, OwnSession } from '@vidhi/contracts/account-responses.ts';
import { baseApi } from '#shared/api/base-api.ts';
import type { Problem } from '#shared/api/problem.ts';
import type { EmailChange, ProfileNames } from './account-form-definitions.ts';
import type { Forgot } from './forgot-form-definition.ts';
import type { Erasure } from './privacy/erasure-form-definition.ts';
import type { NewPassword } from '#shared/session/password-form-definition.ts';
import { acceptChallenge } from '#shared/session/second-step-challenge.ts';

/** The account of the logged-in user. */
export interface Account {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  mobile: string;
}

/** Effects of the tokens in links of mails. */
export type MailedAction = 'confirm' | 'confirmChange' | 'stopChange';

const MAILED_ACTIONS = {
  confirm: { path: 'email-confirmation', field: 'confirmation' },
  confirmChange: { path: 'email-change-confirmation', field: 'confirmation' },
  stopChange: { path: 'stop-email-change', field: 'code' },
} as const satisfies Record<MailedAction, { path: string; field: string }>;

const UNKNOWN_EMAIL: Problem = {
  status: 400,
  code: '',
  message: '',
  fields: { email: "Email doesn't match our records." },
};

export const accountApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    me: build.query<Account, void>({
      query: () => '/users/me',
      transformResponse: ({ id, first_name, last_name, email, mobile }: AccountResponse) => ({
        id,
        firstName: first_name ?? '',
        lastName: last_name ?? '',
        email: email ?? '',
        mobile: mobile ?? '',
      }),
      providesTags: ['Account', 'Member'],
      extraOptions: { auth: true },
    }),
    updateNames: build.mutation<unknown, ProfileNames & { id: number }>({
      query: ({ id, ...body }) => ({ url: `/users/${id}`, method: 'PUT', body }),
      invalidatesTags: ['Account'],
      extraOptions: { auth: true },
    }),
    /** Mails a link to the new address, whose use changes it. */
    changeEmail: build.mutation<unknown, EmailChange>({
      query: ({ email, currentPassword }) => ({
        url: '/auth/change-email',
        method: 'POST',
        body: { email: email.trim(), currentPassword },
      }),
      extraOptions: { auth: true },
    }),
    /** All stored data of the logged-in user, as the text of a JSON file. */
    exportAccount: build.mutation<string, void>({
      query: () => ({ url: '/users/me/export', responseHandler: 'text' }),
      extraOptions: { auth: true },
    }),
    eraseAccount: build.mutation<unknown, Pick<Erasure, 'currentPassword'>>({
      query: (body) => ({ url: '/users/me/erasure', method: 'POST', body }),
      extraOptions: { auth: true },
    }),
    /** Sessions of the account; the session cookie identifies the one of this browser. */
    sessions: build.query<OwnSession[], void>({
      query: () => '/auth/sessions',
      providesTags: ['Account', 'Member'],
    }),
    endOtherSessions: build.mutation<unknown, void>({
      query: () => ({ url: '/auth/logout-others', method: 'POST' }),
      invalidatesTags: ['Account'],
    }),
    /** Rejects an address that belongs to no account, if the site reveals that; a failed check rejects nothing. */
    forgotPassword: build.mutation<unknown, Forgot>({
      queryFn: async ({ email }, _api, _options, call) => {
        const address = email.trim();
        const known = await call(`/users?filters[email][$eq]=${encodeURIComponent(address)}&fields[0]=email`);
        if (!Array.isArray(known.data) || known.data.length === 0) return { error: UNKNOWN_EMAIL };
        const sent = await call({ url: '/auth/forgot-password', method: 'POST', body: { email: address } });
        return sent.error === undefined ? { data: null } : { error: sent.error };
      },
    }),
    /** Succeeds for an account with a second step, too: its login follows. */
    resetPassword: build.mutation<unknown, NewPassword & { code: string }>({
      query: (body) => ({
        url: '/auth/reset-password',
        method: 'POST',
        body,
        validateStatus: acceptChallenge,
      }),
    }),
    /** Uses the token of a mailed link; `already` when that had been done before. */
    useMailedLink: build.mutation<{ already: boolean }, { action: MailedAction; token: string }>({
      query: ({ action, token }) => {
        const { path, field } = MAILED_ACTIONS[action];
        return { url: `/auth/${path}`, method: 'POST', body: { [field]: token } };
      },
      invalidatesTags: ['Account'],
    }),
    sendConfirmation: build.mutation<unknown, Forgot>({
      query: ({ email }) => ({
        url: '/auth/send-email-confirmation',
        method: 'POST',
        body: { email: email.trim() },
      }),
    }),
  }),
});

export const {
  useChangeEmailMutation,
  useEndOtherSessionsMutation,
  useEraseAccountMutation,
  useExportAccountMutation,
  useForgotPasswordMutation,
  useMeQuery,
  useResetPasswordMutation,
  useSendConfirmationMutation,
  useSessionsQuery,
  useUpdateNamesMutation,
  useUseMailedLinkMutation,
} = accountApi;

import { baseApi } from '#shared/api/base-api.ts';
import type { AccountValues } from './account-form-definition.ts';

/** Derives the user name from the name; a digit of the time makes equal names differ. */
const usernameOf = (firstName: string, lastName: string): string =>
  [firstName, lastName, Date.now()].join('-').toLowerCase().replaceAll(/\s+/g, '-');

function toUser(account: AccountValues) {
  const { role, password, cpassword, is_adult } = account;
  const [firstName, lastName] = [account.first_name.trim(), account.last_name.trim()];
  return {
    role: Number(role),
    first_name: firstName,
    last_name: lastName,
    username: usernameOf(firstName, lastName),
    email: account.email.trim(),
    mobile: account.mobile.trim(),
    password,
    cpassword,
    is_adult,
    accept_legal_agreement: true,
  };
}

export const signupApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * Creates the account, and sets the cookie of a registration ticket in this browser. Valid for people who accept the
     * legal agreement.
     */
    createUser: build.mutation<{ id: number }, AccountValues>({
      query: (account) => ({ url: '/users', method: 'POST', body: toUser(account) }),
    }),
    /** Sends the notice to the site; without effect where the site has mailed it by itself. */
    sendAdminNotice: build.mutation<unknown, { to: string; name: string }>({
      query: ({ to, name }) => {
        const text = `${name} has registered.`;
        return {
          url: '/email',
          method: 'POST',
          body: { to, subject: 'New User Registration', text, html: text },
        };
      },
    }),
    setRole: build.mutation<unknown, { id: number; role: number }>({
      query: ({ id, role }) => ({ url: `/users/${id}`, method: 'PUT', body: { data: { role } } }),
    }),
  }),
});

export const { useCreateUserMutation, useSendAdminNoticeMutation, useSetRoleMutation } = signupApi;

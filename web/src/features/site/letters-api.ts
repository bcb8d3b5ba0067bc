import { baseApi } from '#shared/api/base-api.ts';
import type { ContactMessage } from './contact-form-definition.ts';

export type MailingList = 'newsletter' | 'coming-soon';

const lettersApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    sendMessage: build.mutation<unknown, ContactMessage>({
      query: (body) => ({ url: '/email', method: 'POST', body }),
    }),
    /** Has a confirmation link mailed; nobody is subscribed before it is used. */
    subscribe: build.mutation<unknown, { email: string; list: MailingList }>({
      query: ({ email, list }) =>
        list === 'newsletter'
          ? { url: '/auth/local/register', method: 'POST', body: { email } }
          : { url: '/coming-soon-users', method: 'POST', body: { data: { email } } },
    }),
  }),
});

export const { useSendMessageMutation, useSubscribeMutation } = lettersApi;

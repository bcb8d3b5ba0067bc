import { baseApi } from '#shared/api/base-api.ts';
import type { ContactMessage } from './contact-form-definition.ts';

export type MailingList = 'newsletter' | 'coming-soon';

/** Parameters of the links in mails to subscribers. */
export interface SubscriptionLink {
  subscriber: string;
  key: string;
}

const linkRequest = (action: 'confirm' | 'unsubscribe', link: SubscriptionLink) => ({
  url: `/subscriptions/${action}?${new URLSearchParams({ ...link })}`,
  method: 'POST',
  responseHandler: 'text' as const,
});

export const lettersApi = baseApi.injectEndpoints({
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
    confirmSubscription: build.mutation<unknown, SubscriptionLink>({
      query: (link) => linkRequest('confirm', link),
    }),
    unsubscribe: build.mutation<unknown, SubscriptionLink>({
      query: (link) => linkRequest('unsubscribe', link),
    }),
  }),
});

export const {
  useConfirmSubscriptionMutation,
  useSendMessageMutation,
  useSubscribeMutation,
  useUnsubscribeMutation,
} = lettersApi;

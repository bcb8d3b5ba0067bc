import type { OwnReview } from '@vidhi/contracts/directory-desk.ts';
import { baseApi } from '../api/base-api.ts';

const ownReviewApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Whether others see the own profile, and what staff asks for; null while there is none. */
    ownReview: build.query<OwnReview, void>({
      query: () => '/directory/own',
      transformResponse: ({ data }: { data: OwnReview }) => data,
      providesTags: ['Profile', 'Member'],
      extraOptions: { auth: true },
    }),
  }),
});

export const { useOwnReviewQuery } = ownReviewApi;

export interface ReviewNotice {
  title: string;
  text: string;
}

const UNCONFIRMED: ReviewNotice = {
  title: 'Others cannot see your profile yet',
  text: 'Please confirm your email address: we have mailed you a link.',
};

const UNAPPROVED: ReviewNotice = {
  title: 'Your profile is waiting for our approval',
  text: 'Until then, only you can see it. We will send you a mail once we have decided.',
};

/** Returns what the owner of a profile should know of its review; null for one that everybody sees as it is. */
export function noticeOf(review: NonNullable<OwnReview>): ReviewNotice | null {
  const { state, is_public: isPublic, hidden_by: cause } = review;
  switch (state) {
    case 'change_requested':
      return {
        title: 'Please change your profile',
        text: 'We have looked at your profile, and it needs a change. Please edit it below, and we will look at it again.',
      };
    case 'rejected':
      return {
        title: 'Your profile is not approved',
        text: 'Others cannot see it. You can edit it, and we will look at it again.',
      };
    case 'suspended':
      return { title: 'Your profile is suspended', text: 'For now, only you can see it.' };
    case 'changed':
      return isPublic
        ? { title: 'We are looking at your changes', text: 'Others can already see them.' }
        : UNCONFIRMED;
    case 'waiting':
      // Staff looks at every new profile; whether it waits for that is a setting of the site.
      if (isPublic || cause === null) return null;
      return cause === 'unconfirmed' ? UNCONFIRMED : UNAPPROVED;
    case 'approved':
      return isPublic ? null : UNCONFIRMED;
  }
}

import type { OwnReview } from '@vidhi/contracts/directory-desk.ts';
import { useOwnReviewQuery } from './profile-api.ts';
import * as styles from '../account-page.module.css';

interface Notice {
  title: string;
  text: string;
}

/** Returns what the owner of a profile should know of its review; null for one that everybody sees as it is. */
export function noticeOf({ state, is_public: isPublic }: NonNullable<OwnReview>): Notice | null {
  switch (state) {
    case 'change_requested':
      return {
        title: 'Please change your profile',
        text: 'We have looked at your profile and need a change. Edit it below, and we look at it again.',
      };
    case 'rejected':
      return {
        title: 'Your profile is not approved',
        text: 'Others do not see it. You can edit it, and we look at it again.',
      };
    case 'suspended':
      return { title: 'Your profile is suspended', text: 'For now, only you can see it.' };
    case 'changed':
      return isPublic
        ? { title: 'We are looking at your changes', text: 'Everybody can see them already.' }
        : UNCONFIRMED;
    case 'waiting':
      return isPublic
        ? null
        : {
            title: 'Your profile waits for our approval',
            text: 'Until then, only you can see it. We send you a mail when we have decided.',
          };
    case 'approved':
      return isPublic ? null : UNCONFIRMED;
  }
}

const UNCONFIRMED: Notice = {
  title: 'Others do not see your profile yet',
  text: 'Please confirm your e-mail address: we have mailed you a link.',
};

/** Says whether the own profile waits for staff, and what they ask for. */
export function ReviewNotice() {
  const { currentData: review } = useOwnReviewQuery();
  const notice = review === undefined || review === null ? null : noticeOf(review);
  if (notice === null) return null;
  return (
    <output className={styles.accountReview}>
      <strong>{notice.title}</strong>
      <span>{notice.text}</span>
      {review?.reason != null && <q>{review.reason}</q>}
    </output>
  );
}

import { noticeOf, useOwnReviewQuery } from '#shared/own-profile/own-review.ts';
import * as styles from '../account-page.module.css';

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

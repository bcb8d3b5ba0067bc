import type { WaitingMention } from '@vidhi/contracts/comments.ts';
import { stateConditions, type PostState } from '@vidhi/contracts/post-states.ts';
import { useState, type ReactNode } from 'react';
import { DateText } from '#shared/ui/date-text.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { RecordLink } from '../kit/record-link.tsx';
import type { ListQuery } from '../kit/source.ts';
import { postApi, type PostRow } from '../posts/post-api.ts';
import * as styles from '../today.module.css';
import { useMentionsQuery } from './mention-api.ts';
import { LoadFailure } from './load-failure.tsx';
import { TODAY } from './today-texts.ts';

const SHOWN = 8;
/** Articles in review are few; those that wait for others are left out of them here. */
const IN_REVIEW = 100;

function queryFor(state: PostState, sort: string, now: Date): ListQuery {
  return { q: '', conditions: stateConditions(state, now), sort, page: 1, size: SHOWN };
}

interface WaitingPostsProps {
  user: number;
  mayPublish: boolean;
  /** Whether something else waits for this person. */
  hasOthers?: boolean;
}

/** Lists of the newsroom: what this person has to read, to mend or to publish, what goes live next, and the latest drafts. */
export function WaitingPosts({ user, mayPublish, hasOthers = false }: WaitingPostsProps) {
  const [queries] = useState(() => {
    const now = new Date();
    const drafts = queryFor('draft', '-updatedAt', now);
    return {
      review: { ...queryFor('in_review', 'updatedAt', now), size: IN_REVIEW },
      changes: { ...queryFor('changes_requested', 'updatedAt', now), size: IN_REVIEW },
      approved: queryFor('approved', 'updatedAt', now),
      scheduled: queryFor('scheduled', 'publishedAt', now),
      // Nobody else's are for somebody who does not publish.
      drafts: mayPublish
        ? drafts
        : { ...drafts, conditions: [...drafts.conditions, ['[user][id][$eq]', String(user)] as const] },
    };
  });
  const review = postApi.useList(queries.review, { isSkipped: !mayPublish });
  const changes = postApi.useList(queries.changes);
  const approved = postApi.useList(queries.approved, { isSkipped: !mayPublish });
  const scheduled = postApi.useList(queries.scheduled);
  const drafts = postApi.useList(queries.drafts);
  const mentions = useMentionsQuery();
  const lists = [...(mayPublish ? [review, approved] : []), changes, scheduled, drafts, mentions];
  if (lists.some(({ isLoading }) => isLoading)) return <Skeleton shape="list" label="Loading" />;
  if (lists.some(({ data, isError }) => data === undefined && isError))
    return <LoadFailure text={TODAY.failed} lists={lists} />;
  const [ready, next, open] = [mayPublish ? approved.data : undefined, scheduled.data, drafts.data];
  const reviews = (mayPublish ? (review.data?.rows ?? []) : []).filter(
    ({ reviewer }) => (reviewer ?? user) === user,
  );
  // That of a guest is for everybody who publishes.
  const sentBack = (changes.data?.rows ?? []).filter(
    (row) => row.user?.id === user || (mayPublish && row.guest_author != null),
  );
  const waiting = mentions.data ?? [];
  const totals = [ready, next, open].map((list) => list?.total ?? 0);
  const count = [waiting.length, reviews.length, sentBack.length, ...totals].reduce((a, b) => a + b, 0);
  if (count === 0) return hasOthers ? null : <p className={styles.todayNothing}>{TODAY.nothing}</p>;
  return (
    <div className={styles.today}>
      <MentionList mentions={waiting} />
      <PostList
        title={TODAY.review}
        rows={reviews.slice(0, SHOWN)}
        timeOf={({ updatedAt }) => updatedAt}
        rest={
          reviews.length > SHOWN ? (
            <RecordLink to="/console/posts?f[state]=in_review">{TODAY.allInReview}</RecordLink>
          ) : undefined
        }
      />
      <PostList title={TODAY.changes} rows={sentBack} timeOf={({ updatedAt }) => updatedAt} />
      <PostList
        title={TODAY.approved}
        rows={ready?.rows ?? []}
        timeOf={({ updatedAt }) => updatedAt}
        rest={
          ready !== undefined && ready.total > SHOWN ? (
            <RecordLink to="/console/posts?f[state]=approved">{TODAY.allApproved}</RecordLink>
          ) : undefined
        }
      />
      <PostList title={TODAY.scheduled} rows={next?.rows ?? []} timeOf={({ publishedAt }) => publishedAt} />
      <PostList
        title={mayPublish ? TODAY.drafts : TODAY.ownDrafts}
        rows={open?.rows ?? []}
        timeOf={({ updatedAt }) => updatedAt}
        rest={
          mayPublish && open !== undefined && open.total > SHOWN ? (
            <RecordLink to="/console/posts?f[state]=draft">{TODAY.all(open.total)}</RecordLink>
          ) : undefined
        }
      />
    </div>
  );
}

function MentionList({ mentions }: { mentions: readonly WaitingMention[] }) {
  if (mentions.length === 0) return null;
  return (
    <section className={styles.todayList} aria-label={TODAY.mentions}>
      <h2>{TODAY.mentions}</h2>
      <ul>
        {mentions.slice(0, SHOWN).map(({ id, post, by, at }) => (
          <li key={id}>
            <RecordLink to={`/console/posts/${post.id}`}>
              {`${by?.name || 'Somebody'} in “${post.title || TODAY.untitled}”`}
            </RecordLink>
            <DateText iso={at} withTime />
          </li>
        ))}
      </ul>
      {mentions.length > SHOWN && <p>{TODAY.moreMentions(mentions.length - SHOWN)}</p>}
    </section>
  );
}

interface PostListProps {
  title: string;
  rows: readonly PostRow[];
  timeOf: (row: PostRow) => string | null | undefined;
  rest?: ReactNode;
}

function PostList({ title, rows, timeOf, rest }: PostListProps) {
  if (rows.length === 0) return null;
  return (
    <section className={styles.todayList} aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <RecordLink to={`/console/posts/${row.id}`}>{row.title || TODAY.untitled}</RecordLink>
            <DateText iso={timeOf(row) ?? ''} withTime />
          </li>
        ))}
      </ul>
      {rest}
    </section>
  );
}

import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useNotices } from '#shared/app-page/notices.tsx';
import { useSession } from '#shared/session/session.ts';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { mayAccess } from '../access.ts';
import { CalendarView, focusDay } from '../calendar/calendar-view.tsx';
import { DraftList } from '../calendar/draft-list.tsx';
import { addMonths, dayOf, entriesByDay, isMonth, monthOf } from '../calendar/month.ts';
import { ScheduleDialog } from '../calendar/schedule-dialog.tsx';
import { useMonth } from '../calendar/use-month.ts';
import { useArticleClient } from '../article/use-article-client.ts';
import { postApi, type PostRow } from '../posts/post-api.ts';
import { serverNow } from '../session/staff-request.ts';
import * as styles from '../calendar.module.css';

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const nameOf = (month: string): string => `${MONTHS[Number(month.slice(5)) - 1] ?? ''} ${month.slice(0, 4)}`;

const UNSAVED = 'It has changes that are not saved: open it, and schedule it there';

const problemOf = (error: unknown): string => {
  const { message } = (error ?? {}) as { message?: unknown };
  return typeof message === 'string' && message !== ''
    ? message
    : 'It could not be scheduled. Please try again';
};

/** `/console/posts/calendar`: the articles of a month by day, in the time of India, and what has no day yet beside them. */
export function CalendarPage() {
  const [query, setQuery] = useSearchParams();
  const session = useSession();
  const notices = useNotices();
  const { send } = postApi.useWrites();
  const client = useArticleClient();
  const [chosen, setChosen] = useState<PostRow | null>(null);
  const now = serverNow();
  const today = dayOf(new Date(now).toISOString());
  const named = query.get('month') ?? '';
  const month = isMonth(named) ? named : monthOf(today);
  const { state, reload } = useMonth(month);
  const { posts, hasFailed = false } = state;
  /** A day that has the focus when its month is shown, or loaded again. */
  const wanted = useRef<string | null>(null);
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (posts === undefined || wanted.current === null) return;
    focusDay(page.current, wanted.current);
    wanted.current = null;
  }, [posts, month]);

  const show = (next: string): void =>
    setQuery(next === monthOf(today) ? {} : { month: next }, { preventScrollReset: true });
  const leave = (day: string): void => {
    wanted.current = day;
    show(monthOf(day));
  };
  const mayPublish = session !== null && mayAccess(session, ['publish']);
  const schedule = async (post: PostRow, at: string): Promise<string | null> => {
    // What is typed and not saved would not go live.
    const typed = await client.loadCopy(post.id);
    const isTyped = Object.keys(typed?.copy?.values ?? {}).length > 0;
    if (typeof post.publishedAt !== 'string' && isTyped) return UNSAVED;
    const request = { url: `/posts/${post.id}/schedule`, method: 'POST', body: { data: { at } } };
    const { error } = await send(request, post.id);
    if (error !== undefined) return problemOf(error);
    notices.success('Scheduled');
    // What had the focus goes with the article.
    wanted.current = dayOf(at);
    reload();
    return null;
  };
  return (
    <div ref={page}>
      <header className="page-head">
        <h1>Calendar</h1>
      </header>
      <div className={styles.calendarBar}>
        <button type="button" className="button button--plain" onClick={() => show(addMonths(month, -1))}>
          Previous month
        </button>
        <h2 aria-live="polite">{nameOf(month)}</h2>
        <button type="button" className="button button--plain" onClick={() => show(addMonths(month, 1))}>
          Next month
        </button>
        {month !== monthOf(today) && (
          <button type="button" className="button button--plain" onClick={() => show(monthOf(today))}>
            This month
          </button>
        )}
        <span>All times are those of India</span>
      </div>
      {hasFailed && (
        <p role="alert">
          The articles cannot be loaded just now.{' '}
          <button type="button" className="button button--plain" onClick={reload}>
            Try again
          </button>
        </p>
      )}
      {!hasFailed && posts === undefined && <Skeleton shape="list" label="Loading the month" />}
      {posts !== undefined && (
        <div className={styles.calendarColumns}>
          <div>
            {posts.isCut && <p>This month has more articles than are shown here.</p>}
            <CalendarView
              month={month}
              today={today}
              entries={entriesByDay(posts.dated, new Date(now))}
              onLeave={leave}
              {...(mayPublish ? { onMove: setChosen } : {})}
            />
          </div>
          <DraftList drafts={posts.drafts} now={now} {...(mayPublish ? { onSchedule: setChosen } : {})} />
        </div>
      )}
      {chosen !== null && (
        <ScheduleDialog
          post={chosen}
          now={now}
          onSchedule={async (at) => schedule(chosen, at)}
          onClose={() => setChosen(null)}
        />
      )}
    </div>
  );
}

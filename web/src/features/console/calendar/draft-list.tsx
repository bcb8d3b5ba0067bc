import { stateOf } from '@vidhi/contracts/post-states.ts';
import { formatMoment } from '#shared/text/dates.ts';
import { textLanguageProps } from '#shared/text/language.ts';
import { RecordLink } from '../kit/record-link.tsx';
import type { PostRow } from '../posts/post-api.ts';
import { STATE_NAMES } from '../posts/post-state.ts';
import { titleOf } from './calendar-view.tsx';
import * as styles from '../calendar.module.css';

interface DraftListProps {
  drafts: readonly PostRow[];
  now: number;
  /** Chooses an article to give it a time; absent for somebody who may not. */
  onSchedule?: (post: PostRow) => void;
}

/** Lists articles that are written and have no day yet. */
export function DraftList({ drafts, now, onSchedule }: DraftListProps) {
  return (
    <section className={styles.calendarDrafts} aria-labelledby="calendar-drafts">
      <h2 id="calendar-drafts">Not scheduled</h2>
      {drafts.length === 0 ? (
        <p>Every article has its day.</p>
      ) : (
        <ul>
          {drafts.map((post) => (
            <li key={post.id}>
              <p>
                <RecordLink to={`/console/posts/${post.id}`}>
                  <span {...textLanguageProps(titleOf(post))}>{titleOf(post)}</span>
                </RecordLink>
                <br />
                {STATE_NAMES[stateOf(post, new Date(now))]}
                {post.hasCopy === true && ', unsaved changes'}, changed {formatMoment(post.updatedAt ?? '')}
              </p>
              {onSchedule !== undefined && (
                <button
                  type="button"
                  className="button button--plain"
                  aria-label={`Schedule ${titleOf(post)}`}
                  onClick={() => onSchedule(post)}
                >
                  Schedule
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

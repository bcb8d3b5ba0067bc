import { useState } from 'react';
import { stateOf } from '@vidhi/contracts/post-states.ts';
import { formatMoment } from '#shared/text/dates.ts';
import { textLanguageProps } from '#shared/text/language.ts';
import { fromIndiaField } from '../article/india-time.ts';
import { DialogField, DialogForm, NativeDialog } from '../dialog/native-dialog.tsx';
import { RecordLink } from '../kit/record-link.tsx';
import type { PostRow } from '../posts/post-api.ts';
import { STATE_NAMES } from '../posts/post-state.ts';
import { titleOf } from './calendar-view.tsx';
import * as styles from '../calendar.module.css';

interface DraftListProps {
  drafts: readonly PostRow[];
  mayPublish: boolean;
  now: number;
  /** Schedules an article. Resolves with what is wrong; null when it is done. */
  onSchedule: (post: PostRow, at: string) => Promise<string | null>;
}

/** Lists articles that are written and have no day yet. */
export function DraftList({ drafts, mayPublish, now, onSchedule }: DraftListProps) {
  const [chosen, setChosen] = useState<PostRow | null>(null);
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
                {STATE_NAMES[stateOf(post, new Date(now))]}, changed {formatMoment(post.updatedAt ?? '')}
              </p>
              {mayPublish && (
                <button
                  type="button"
                  className="button button--plain"
                  aria-label={`Schedule ${titleOf(post)}`}
                  onClick={() => setChosen(post)}
                >
                  Schedule
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {chosen !== null && (
        <ScheduleDialog
          post={chosen}
          now={now}
          onSchedule={(at) => onSchedule(chosen, at)}
          onClose={() => setChosen(null)}
        />
      )}
    </section>
  );
}

function ScheduleDialog({
  post,
  now,
  onSchedule,
  onClose,
}: {
  post: PostRow;
  now: number;
  onSchedule: (at: string) => Promise<string | null>;
  onClose: () => void;
}) {
  const [value, setValue] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    const at = fromIndiaField(value);
    if (at === null || Date.parse(at) <= now) {
      setProblem('Give a time that is still to come');
      return;
    }
    setBusy(true);
    const wrong = await onSchedule(at);
    setBusy(false);
    if (wrong === null) onClose();
    else setProblem(wrong);
  };
  return (
    <NativeDialog title="Schedule" onClose={onClose}>
      <DialogForm submitLabel="Schedule" isBusy={isBusy} onSubmit={() => void submit()} onClose={onClose}>
        <p>{titleOf(post)}</p>
        <DialogField label="Goes live at (India time)" error={problem}>
          {(ids) => (
            <input
              {...ids}
              className="field__input"
              type="datetime-local"
              value={value}
              onChange={({ target }) => setValue(target.value)}
            />
          )}
        </DialogField>
      </DialogForm>
    </NativeDialog>
  );
}

import { useState } from 'react';
import type { PostState } from '@vidhi/contracts/post-states.ts';
import { formatMoment } from '#shared/text/dates.ts';
import { DialogField, DialogForm, NativeDialog } from '../dialog/native-dialog.tsx';
import { publicationSentence } from './article-state.ts';
import { isPublishable, type Check } from './checklist.ts';
import { fromIndiaField, toIndiaField, untilText } from './india-time.ts';
import * as styles from './article.module.css';

interface PublishDialogProps {
  state: PostState;
  publishedAt: string | null;
  embargoUntil: string | null;
  checks: readonly Check[];
  path: string;
  feeds: number;
  /** The time of the server. */
  now: () => number;
  problem: string | null;
  /** Publishes at a time, or now; resolves with whether it is done. */
  onPublish: (at: string | null) => Promise<boolean>;
  onSpot: (spot: Check['spot']) => void;
  onClose: () => void;
}

/** Says what publishing does, and what the article lacks. A time is in India, whatever the computer says. */
export function PublishDialog(props: PublishDialogProps) {
  const { state, publishedAt, embargoUntil, checks, path, feeds, now, problem } = props;
  const { onPublish, onSpot, onClose } = props;
  const [field, setField] = useState(state === 'scheduled' ? toIndiaField(publishedAt) : '');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const at = fromIndiaField(field);
  const isLater = at !== null && Date.parse(at) > now();
  const missing = checks.filter(({ isOk }) => !isOk);
  const end = Date.parse(embargoUntil ?? '');
  const isEmbargoed = state !== 'published' && end > now() && end > (at === null ? now() : Date.parse(at));
  const isAllowed = isPublishable(checks) && !isEmbargoed;
  const submit = async (): Promise<void> => {
    if (!isAllowed) return;
    if (at !== null && !isLater) {
      setError('This time has passed. Leave it empty to publish now');
      return;
    }
    setBusy(true);
    if (await onPublish(at)) onClose();
    else setBusy(false);
  };
  const verb = isLater ? 'Schedule' : state === 'published' ? 'Publish changes' : 'Publish';
  return (
    <NativeDialog title={verb} onClose={onClose}>
      <DialogForm
        submitLabel={verb}
        isBusy={isBusy || !isAllowed}
        onSubmit={() => void submit()}
        onClose={onClose}
      >
        <p>{publicationSentence({ state, at: isLater ? at : null, path, feeds })}</p>
        {state !== 'published' && (
          <DialogField
            label="Publish at (India time)"
            help={at === null ? 'Empty: now' : `${untilText(at, now()) ?? 'now'}${localTime(at)}`}
            error={error}
          >
            {(ids) => (
              <input
                {...ids}
                className="field__input"
                type="datetime-local"
                value={field}
                onChange={(event) => {
                  setField(event.target.value);
                  setError(null);
                }}
              />
            )}
          </DialogField>
        )}
        {isEmbargoed && embargoUntil !== null && (
          <p className={styles.articleProblem}>
            Under embargo until {formatMoment(embargoUntil)} India time. Choose a time that is not before it.
          </p>
        )}
        {missing.length > 0 && (
          <ul className={styles.articleChecks} aria-label="Not done yet">
            {missing.map((check) => (
              <li key={check.text} data-required={check.isRequired || undefined}>
                <button
                  type="button"
                  onClick={() => {
                    onClose();
                    onSpot(check.spot);
                  }}
                >
                  {check.text}
                </button>
                {check.isRequired && ' (needed)'}
              </li>
            ))}
          </ul>
        )}
        {problem !== null && (
          <p className={styles.articleProblem} role="alert">
            {problem}
          </p>
        )}
      </DialogForm>
    </NativeDialog>
  );
}

/** The time on this computer where it is another one. */
function localTime(iso: string): string {
  const time = new Date(iso);
  return time.getTimezoneOffset() === -330
    ? ''
    : `; ${time.toLocaleString('en-IN', { dateStyle: 'medium', timeStyle: 'short' })} on this computer`;
}

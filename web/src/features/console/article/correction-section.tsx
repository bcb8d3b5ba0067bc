import { useState } from 'react';
import { type Correction, MAX_CORRECTION_LENGTH } from '@vidhi/contracts/corrections.ts';
import { formatDay } from '#shared/text/dates.ts';
import { DialogField, DialogForm, NativeDialog } from '../dialog/native-dialog.tsx';
import { fromIndiaField, toIndiaField } from './india-time.ts';
import * as styles from './article.module.css';

interface CorrectionSectionProps {
  corrections: readonly Correction[];
  /** Whether this person may correct the article, which is published. */
  mayCorrect: boolean;
  now: number;
  problem: string | null;
  isBusy: boolean;
  /** Resolves with whether it is done. */
  onCorrect: (correction: { text: string; corrected_at?: string }) => Promise<boolean>;
  onRemove: (id: number) => Promise<boolean>;
}

/** Corrections that readers see at the end of the article. */
export function CorrectionSection(props: CorrectionSectionProps) {
  const { corrections, mayCorrect, isBusy } = props;
  const [open, setOpen] = useState<'add' | Correction | null>(null);
  const close = () => setOpen(null);
  return (
    <section aria-labelledby="panel-corrections">
      <h2 id="panel-corrections">Corrections</h2>
      {corrections.length > 0 && (
        <ul className={styles.articleEntries}>
          {corrections.map((correction) => (
            <li key={correction.id}>
              <p>
                <b>{formatDay(correction.corrected_at)}</b>
                <br />
                {correction.text}
              </p>
              {mayCorrect && (
                <button
                  type="button"
                  className="button button--plain"
                  disabled={isBusy}
                  aria-label={`Take back the correction of ${formatDay(correction.corrected_at)}`}
                  onClick={() => setOpen(correction)}
                >
                  Take back
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayCorrect && (
        <div className={styles.articlePanelActions}>
          <button
            type="button"
            className="button button--plain"
            disabled={isBusy}
            onClick={() => setOpen('add')}
          >
            Add a correction
          </button>
        </div>
      )}
      {open === 'add' && <CorrectDialog {...props} onClose={close} />}
      {open !== null && open !== 'add' && <RemoveDialog {...props} correction={open} onClose={close} />}
    </section>
  );
}

const DAY_LENGTH = 10;

function CorrectDialog({
  now,
  problem,
  onCorrect,
  onClose,
}: CorrectionSectionProps & { onClose: () => void }) {
  const today = toIndiaField(new Date(now).toISOString()).slice(0, DAY_LENGTH);
  const [text, setText] = useState('');
  const [day, setDay] = useState(today);
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const at = day === today ? undefined : fromIndiaField(`${day}T00:00`);
  const problems = {
    text: text.trim() === '' ? 'Say what was wrong and what is right' : null,
    day: day > today || at === null ? 'Give a day that is not in the future' : null,
  };
  const submit = async (): Promise<void> => {
    setChecked(true);
    if (problems.text !== null || problems.day !== null) return;
    setBusy(true);
    if (await onCorrect({ text: text.trim(), ...(at == null ? {} : { corrected_at: at }) })) onClose();
    else setBusy(false);
  };
  return (
    <NativeDialog title="Add a correction" onClose={onClose}>
      <DialogForm submitLabel="Tell readers" isBusy={isBusy} onSubmit={() => void submit()} onClose={onClose}>
        <p>
          Readers see it at the end of the article, in the feed and in the list of corrections. It does not
          change the text: please mend that, too. A spelling mistake needs no correction.
        </p>
        <DialogField
          label="What was wrong, and what is right"
          help="For example: An earlier version named Justice Rao as the author. The judgment is by Justice Iyer."
          error={isChecked ? problems.text : null}
        >
          {(ids) => (
            <textarea
              {...ids}
              className="field__input"
              rows={4}
              maxLength={MAX_CORRECTION_LENGTH}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </DialogField>
        <DialogField label="Date of the correction" error={isChecked ? problems.day : null}>
          {(ids) => (
            <input
              {...ids}
              className="field__input"
              type="date"
              max={today}
              value={day}
              onChange={({ target }) => setDay(target.value)}
            />
          )}
        </DialogField>
        <Problem text={problem} />
      </DialogForm>
    </NativeDialog>
  );
}

function RemoveDialog({
  correction,
  problem,
  onRemove,
  onClose,
}: CorrectionSectionProps & { correction: Correction; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    setBusy(true);
    if (await onRemove(correction.id)) onClose();
    else setBusy(false);
  };
  return (
    <NativeDialog title="Take back a correction" onClose={onClose}>
      <DialogForm submitLabel="Take it back" isBusy={isBusy} onSubmit={() => void submit()} onClose={onClose}>
        <p>Readers do not see it any more. It stays in the history of the article.</p>
        <blockquote>{correction.text}</blockquote>
        <Problem text={problem} />
      </DialogForm>
    </NativeDialog>
  );
}

const Problem = ({ text }: { text: string | null }) =>
  text === null ? null : (
    <p className={styles.articleProblem} role="alert">
      {text}
    </p>
  );

import { useEffect, useState } from 'react';
import type { TransitionName } from '@vidhi/contracts/post-states.ts';
import type { Colleague } from '@vidhi/contracts/staff.ts';
import { DialogField, DialogForm, NativeDialog } from '../dialog/native-dialog.tsx';
import type { ArticleClient } from './article-client.ts';
import { MOVE_NAMES } from './article-state.ts';
import * as styles from './article.module.css';

type NamedMove = Extract<TransitionName, 'submit' | 'request-changes' | 'unpublish' | 'archive'>;

interface MoveTexts {
  text: string;
  label: string;
  help?: string;
  missing?: string;
}

const TEXTS: Readonly<Record<NamedMove, MoveTexts>> = {
  submit: {
    text: 'Somebody who publishes reads the article, and approves it or asks for changes.',
    label: 'Note for the reviewer',
    help: 'Optional',
  },
  'request-changes': {
    text: 'The article goes back to its author, with your words at its top.',
    label: 'What to change',
    missing: 'Say what to change',
  },
  unpublish: {
    text: 'Readers do not see the article any more. It becomes a draft.',
    label: 'Reason, for the history',
    help: 'Optional. Readers do not see it',
  },
  archive: {
    text: 'The article leaves the site and the lists of work. It can be restored.',
    label: 'Reason, for the history',
    help: 'Optional. Readers do not see it',
  },
};

export const isNamedMove = (name: TransitionName): name is NamedMove => name in TEXTS;

interface MoveDialogProps {
  name: NamedMove;
  client: ArticleClient;
  /** The account of this person, who does not review the own text. */
  user: number;
  reviewer: number | null;
  problem: string | null;
  /** Resolves with whether it is done. */
  onMove: (body: { reason?: string; reviewer?: number }) => Promise<boolean>;
  onClose: () => void;
}

const MAX_REASON = 1_000;

/** Words for a change of the state, and the reviewer of a text that is submitted. */
export function MoveDialog({ name, client, user, reviewer, problem, onMove, onClose }: MoveDialogProps) {
  const { text, label, help, missing } = TEXTS[name];
  const [reason, setReason] = useState('');
  const [chosen, setChosen] = useState(reviewer === null ? '' : String(reviewer));
  const [colleagues, setColleagues] = useState<readonly Colleague[]>([]);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (name === 'submit') void client.colleagues().then(setColleagues);
  }, [client, name]);
  const reviewers = colleagues.filter(({ id, desks }) => id !== user && desks.includes('publish'));
  const submit = async (): Promise<void> => {
    if (missing !== undefined && reason.trim() === '') {
      setError(missing);
      return;
    }
    setBusy(true);
    const isDone = await onMove({
      ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
      ...(chosen === '' ? {} : { reviewer: Number(chosen) }),
    });
    if (isDone) onClose();
    else setBusy(false);
  };
  return (
    <NativeDialog title={MOVE_NAMES[name]} onClose={onClose}>
      <DialogForm
        submitLabel={MOVE_NAMES[name]}
        isBusy={isBusy}
        onSubmit={() => void submit()}
        onClose={onClose}
      >
        <p>{text}</p>
        {name === 'submit' && (
          <DialogField label="Reviewer">
            {(ids) => (
              <select
                {...ids}
                className="field__input"
                value={reviewers.some(({ id }) => String(id) === chosen) ? chosen : ''}
                onChange={(event) => setChosen(event.target.value)}
              >
                <option value="">Anybody who publishes</option>
                {reviewers.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.name}
                  </option>
                ))}
              </select>
            )}
          </DialogField>
        )}
        <DialogField label={label} {...(help === undefined ? {} : { help })} error={error}>
          {(ids) => (
            <textarea
              {...ids}
              className="field__input field__input--lines"
              rows={3}
              maxLength={MAX_REASON}
              value={reason}
              onChange={(event) => {
                setReason(event.target.value);
                setError(null);
              }}
            />
          )}
        </DialogField>
        {problem !== null && (
          <p className={styles.articleProblem} role="alert">
            {problem}
          </p>
        )}
      </DialogForm>
    </NativeDialog>
  );
}

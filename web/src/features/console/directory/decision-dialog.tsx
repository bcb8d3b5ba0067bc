import { useState } from 'react';
import {
  ACTIONS_OF,
  MIN_REASON,
  type ProfileAction,
  type ReviewedProfile,
} from '@vidhi/contracts/directory-desk.ts';
import { isProblem } from '#shared/api/problem.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { DialogField, DialogForm, NativeDialog } from '../dialog/native-dialog.tsx';
import * as styles from './directory.module.css';
import { reviewApi } from './profile-resource.tsx';
import { ACTION_TEXTS, PROFILE_STATE_NAMES } from './profile-texts.ts';

interface DecisionDialogProps {
  profile: ReviewedProfile;
  action: ProfileAction;
  onClose: () => void;
}

/** Takes the reason of a decision, and says what the owner reads. */
export function DecisionDialog({ profile, action, onClose }: DecisionDialogProps) {
  const { send } = reviewApi.useWrites();
  const notices = useNotices();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [opened] = useState(profile);
  const { label, done, mail } = ACTION_TEXTS[action];
  const isPossible = ACTIONS_OF[profile.state].includes(action);
  const isReady = isPossible && (action === 'approve' || reason.trim().length >= MIN_REASON);
  /** Values that its owner has edited since the dialog was opened. */
  const edited = profile.values.filter(
    ({ label: name, text }) => !opened.values.some((before) => before.label === name && before.text === text),
  );

  const submit = async (): Promise<void> => {
    setBusy(true);
    const body = { action, reason: reason.trim(), updated_at: profile.updated_at };
    const result = await send(
      { url: `/directory/profiles/${profile.id}/decisions`, method: 'POST', body },
      profile.id,
    );
    setBusy(false);
    if (result.error !== undefined)
      return setError(
        isProblem(result.error) && result.error.status !== 0
          ? result.error.message
          : 'That did not work. Please try again.',
      );
    notices.success(done);
    onClose();
  };
  return (
    <NativeDialog title={`${label}: ${profile.title}`} onClose={onClose}>
      <DialogForm
        submitLabel={label}
        isBusy={isBusy || !isReady}
        onSubmit={() => void submit()}
        onClose={onClose}
      >
        <p>{mail}</p>
        {!isPossible && <p>Its state is now: {PROFILE_STATE_NAMES[profile.state]}</p>}
        {edited.length > 0 && (
          <>
            <p>Edited just now:</p>
            <dl className={styles.values}>
              {edited.map(({ label: name, text }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{text || 'Nothing'}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
        <DialogField label={action === 'approve' ? 'Note (optional)' : 'Reason'} error={error}>
          {(ids) => (
            <textarea
              {...ids}
              className={`field__input ${styles.words}`}
              rows={4}
              maxLength={2_000}
              value={reason}
              onChange={({ target }) => {
                setReason(target.value);
                setError(null);
              }}
            />
          )}
        </DialogField>
      </DialogForm>
    </NativeDialog>
  );
}

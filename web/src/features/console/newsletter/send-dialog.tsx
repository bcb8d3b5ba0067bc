import { useState } from 'react';
import type { Issue } from '@vidhi/contracts/newsletter.ts';
import { isProblem } from '#shared/api/problem.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { fromIndiaField, untilText } from '../article/india-time.ts';
import { DialogField, DialogForm, NativeDialog } from '../dialog/native-dialog.tsx';
import { serverNow } from '../session/staff-request.ts';
import { issueApi, readersText } from './issue-api.ts';

interface SendDialogProps {
  issue: Issue;
  rev: number;
  onClose: () => void;
}

const minutesText = (minutes: number): string =>
  minutes <= 1
    ? 'about a minute'
    : minutes < 120
      ? `about ${minutes} minutes`
      : `about ${Math.round(minutes / 60)} hours`;

/** Says who gets the newsletter and how long it takes, and sends it now or at a time in India. */
export function SendDialog({ issue, rev, onClose }: SendDialogProps) {
  const { send } = issueApi.useWrites();
  const notices = useNotices();
  const [field, setField] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const at = fromIndiaField(field);
  const isLater = at !== null && Date.parse(at) > serverNow();
  const { audience, mails_per_minute: pace } = issue;

  const submit = async (): Promise<void> => {
    if (at !== null && !isLater) return setError('This time has passed. Leave it empty to send now.');
    setBusy(true);
    const body = { rev, audience, ...(at === null ? {} : { at }) };
    const result = await send({ url: `/newsletter-issues/${issue.id}/send`, method: 'POST', body }, issue.id);
    setBusy(false);
    if (result.error !== undefined)
      return setError(
        isProblem(result.error) && result.error.status !== 0
          ? result.error.message
          : 'That did not work. Please try again.',
      );
    notices.success(isLater ? 'The newsletter is scheduled.' : 'The newsletter is going out.');
    onClose();
  };
  return (
    <NativeDialog title="Send the newsletter" onClose={onClose}>
      <DialogForm
        submitLabel={isLater ? 'Schedule' : `Send to ${readersText(audience)}`}
        isBusy={isBusy || audience === 0}
        onSubmit={() => void submit()}
        onClose={onClose}
      >
        {audience === 0 ? (
          <p>
            There is nobody to send it to: nobody has confirmed a subscription yet, or chosen what it is for.
          </p>
        ) : (
          <p>
            It goes to {readersText(audience)}, one mail each, in {minutesText(Math.ceil(audience / pace))}.
            Readers who unsubscribe before their turn get none.
          </p>
        )}
        <DialogField
          label="Send at (India time)"
          help={at === null ? 'Empty: now' : (untilText(at, serverNow()) ?? 'now')}
          error={error}
        >
          {(ids) => (
            <input
              {...ids}
              className="field__input"
              type="datetime-local"
              value={field}
              onChange={({ target }) => {
                setField(target.value);
                setError(null);
              }}
            />
          )}
        </DialogField>
      </DialogForm>
    </NativeDialog>
  );
}

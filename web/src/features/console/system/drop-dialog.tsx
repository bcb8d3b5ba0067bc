import { Input } from 'antd';
import { useState } from 'react';
import { useNotices } from '#shared/app-page/notices.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { messageOf } from '../kit/message-of.ts';
import { FormField } from '../orders/form-field.tsx';
import { deadLetterApi, dropCall, type DeadLetter } from './system-api.ts';
import { eventText, groupText } from './system-texts.ts';
import * as kit from '../kit.module.css';
import * as styles from './system.module.css';

const MIN_REASON = 3;

/** Gives an event up, with a reason for the audit log. */
export function DropDialog({ letter, onClose }: { letter: DeadLetter; onClose: () => void }) {
  const { send } = deadLetterApi.useWrites();
  const notices = useNotices();
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  async function drop(): Promise<void> {
    if (isBusy) return;
    if (reason.trim().length < MIN_REASON) return setFault('Please write why: it is in the audit log.');
    setBusy(true);
    const { error } = await send(dropCall(letter.id, reason.trim()));
    setBusy(false);
    if (error !== undefined) return setFault(messageOf(error));
    notices.success('The event is dropped.');
    onClose();
  }
  return (
    <Dialog title={`Drop ${eventText(letter)}`} onClose={onClose}>
      <h2>Drop this event?</h2>
      <p>{groupText(letter.group)} never handles it, and its content is deleted. This cannot be undone.</p>
      <FormField id="drop-reason" label="Reason">
        <Input
          id="drop-reason"
          value={reason}
          maxLength={500}
          aria-invalid={fault !== null}
          onChange={({ target }) => setReason(target.value)}
        />
      </FormField>
      {fault !== null && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      <div className={kit.dialogButtons}>
        <button type="button" className="button" disabled={isBusy} onClick={() => void drop()}>
          Drop
        </button>
        <button type="button" className="button button--plain" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}

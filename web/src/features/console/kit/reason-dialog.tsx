import { Input } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { useNotices } from '#shared/app-page/notices.tsx';
import * as styles from '../kit.module.css';
import { FormField } from '../orders/form-field.tsx';
import { Dialog } from './dialog.tsx';
import { messageOf } from './message-of.ts';

const MIN_REASON = 3;

interface ReasonDialogProps {
  title: string;
  /** The question above the reason. */
  heading: string;
  /** Name of the button. */
  label: string;
  /** Shown after success. */
  done: string;
  /** Sends the call with the trimmed reason. */
  send: (reason: string) => Promise<{ error?: unknown }>;
  onClose: () => void;
  /** The effects of the call. */
  children: ReactNode;
}

/** Asks for the reason of a call, which the audit log keeps, and sends it. */
export function ReasonDialog({ title, heading, label, done, send, onClose, children }: ReasonDialogProps) {
  const notices = useNotices();
  const id = useId();
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  async function submit(): Promise<void> {
    if (isBusy) return;
    if (reason.trim().length < MIN_REASON) return setFault('Please write why: it is in the audit log.');
    setBusy(true);
    const { error } = await send(reason.trim());
    setBusy(false);
    if (error !== undefined) return setFault(messageOf(error));
    notices.success(done);
    onClose();
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <h2>{heading}</h2>
      <p>{children}</p>
      <FormField id={id} label="Reason">
        <Input
          id={id}
          value={reason}
          maxLength={500}
          aria-invalid={fault !== null}
          onChange={({ target }) => setReason(target.value)}
        />
      </FormField>
      {fault !== null && (
        <p className={styles.failed} role="alert">
          {fault}
        </p>
      )}
      <div className={styles.dialogButtons}>
        <button type="button" className="button" disabled={isBusy} onClick={() => void submit()}>
          {label}
        </button>
        <button type="button" className="button button--plain" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}

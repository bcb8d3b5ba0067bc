import { useState } from 'react';
import {
  MIN_CUSTOMER_REASON,
  erasureConfirmation,
  needsReason,
  type Customer,
  type CustomerAction,
} from '@vidhi/contracts/customers.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { messageOf } from '../kit/message-of.ts';
import { DialogField, DialogForm, NativeDialog } from '../dialog/native-dialog.tsx';
import * as styles from '../directory/directory.module.css';
import { customerApi } from './customer-resource.tsx';
import { ACTION_TEXTS, titleOf } from './customer-texts.ts';

const REASON_HELP = 'For the audit log, which stays. Please write no names, addresses or numbers.';

interface ReasonFieldProps {
  reason: string;
  onChange: (reason: string) => void;
  error?: string | null;
}

const ReasonField = ({ reason, onChange, error = null }: ReasonFieldProps) => (
  <DialogField label="Reason" help={REASON_HELP} error={error}>
    {(ids) => (
      <textarea
        {...ids}
        className={`field__input ${styles.words}`}
        rows={3}
        maxLength={500}
        value={reason}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </DialogField>
);

const isReason = (reason: string): boolean => reason.trim().length >= MIN_CUSTOMER_REASON;

interface ActionDialogProps {
  customer: Customer;
  action: CustomerAction;
  onClose: () => void;
}

/** Says what follows from an action, and takes its reason where it needs one. */
export function ActionDialog({ customer, action, onClose }: ActionDialogProps) {
  const { send } = customerApi.useWrites();
  const notices = useNotices();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { label, done, effect } = ACTION_TEXTS[action];
  const hasReason = needsReason(action);

  const submit = async (): Promise<void> => {
    setBusy(true);
    const body = { action, ...(hasReason ? { reason: reason.trim() } : {}) };
    const result = await send(
      { url: `/customers/${customer.id}/actions`, method: 'POST', body },
      customer.id,
    );
    setBusy(false);
    if (result.error !== undefined) return setError(messageOf(result.error));
    notices.success(done);
    onClose();
  };
  return (
    <NativeDialog title={`${label}: ${titleOf(customer)}`} onClose={onClose}>
      <DialogForm
        submitLabel={label}
        isBusy={isBusy || (hasReason && !isReason(reason))}
        onSubmit={() => void submit()}
        onClose={onClose}
      >
        <p>{effect}</p>
        {hasReason ? (
          <ReasonField
            reason={reason}
            error={error}
            onChange={(text) => {
              setReason(text);
              setError(null);
            }}
          />
        ) : (
          error !== null && <p role="alert">{error}</p>
        )}
      </DialogForm>
    </NativeDialog>
  );
}

interface EraseDialogProps {
  customer: Customer;
  onClose: () => void;
  onErased: () => void;
}

/** Erases an account after its address was typed. */
export function EraseDialog({ customer, onClose, onErased }: EraseDialogProps) {
  const { send } = customerApi.useWrites();
  const notices = useNotices();
  const [reason, setReason] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const expected = erasureConfirmation(customer);
  const isTyped = confirmation.trim().toLowerCase() === expected.toLowerCase();

  const submit = async (): Promise<void> => {
    setBusy(true);
    const body = { reason: reason.trim(), confirmation: confirmation.trim() };
    // Without the id: the row that is gone would be requested again.
    const result = await send({ url: `/customers/${customer.id}/erasure`, method: 'POST', body });
    setBusy(false);
    if (result.error !== undefined) return setError(messageOf(result.error));
    notices.success('The account is erased.');
    onErased();
  };
  return (
    <NativeDialog title={`Erase: ${titleOf(customer)}`} onClose={onClose}>
      <DialogForm
        submitLabel="Erase permanently"
        isBusy={isBusy || !isTyped || !isReason(reason)}
        onSubmit={() => void submit()}
        onClose={onClose}
      >
        <p>
          Account, profile, pictures, saved articles, newsletter and messages are erased, as when the owner
          does it. Orders and bills stay as long as the law requires. Nobody can undo this.
        </p>
        <ReasonField reason={reason} onChange={setReason} />
        <DialogField label={`Type ${expected} to confirm`} {...(error === null ? {} : { error })}>
          {(ids) => (
            <input
              {...ids}
              className="field__input"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              value={confirmation}
              onChange={({ target }) => {
                setConfirmation(target.value);
                setError(null);
              }}
            />
          )}
        </DialogField>
      </DialogForm>
    </NativeDialog>
  );
}

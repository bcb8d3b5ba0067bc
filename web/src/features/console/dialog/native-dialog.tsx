import { useEffect, useId, useRef, type ReactNode } from 'react';
import { BusyLabel } from '#shared/ui/busy-label.tsx';
import * as styles from './dialog.module.css';

interface NativeDialogProps {
  title: string;
  onClose?: () => void;
  /** Whether Escape does not close it. */
  isPersistent?: boolean;
  children: ReactNode;
}

/** A modal dialog of the browser: it holds the focus, closes with Escape, and gives the focus back. */
export function NativeDialog({ title, onClose, isPersistent = false, children }: NativeDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    // jsdom has no modal dialogs.
    if (element !== null && !element.open) element.showModal?.();
    return () => {
      element?.close?.();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      className={styles.dialog}
      ref={dialog}
      aria-labelledby={id}
      // Events of dialogs within, and of file inputs, arrive here, too.
      onClose={({ target, currentTarget }) => target === currentTarget && !isPersistent && onClose?.()}
      onCancel={(event) => isPersistent && event.target === event.currentTarget && event.preventDefault()}
    >
      <h2 className={styles.dialogTitle} id={id}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}

interface DialogFormProps {
  submitLabel: string;
  /** Label of the submit button while the form is being sent. */
  busyLabel?: string;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
  /** Further buttons, before the others. */
  actions?: ReactNode;
  isBusy?: boolean;
  hasCancel?: boolean;
}

/** The form of a dialog: Enter submits it, and nothing of it reaches a form around the dialog. */
export const DialogForm = ({
  submitLabel,
  busyLabel,
  onSubmit,
  onClose,
  children,
  actions,
  isBusy = false,
  hasCancel = true,
}: DialogFormProps) => (
  <form
    className={styles.dialogForm}
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      event.stopPropagation();
      if (!isBusy) onSubmit();
    }}
  >
    {children}
    <div className={styles.dialogActions}>
      {actions}
      {hasCancel && (
        <button className="button button--plain" type="button" onClick={onClose}>
          Cancel
        </button>
      )}
      <button className="button" type="submit" aria-disabled={isBusy || undefined}>
        <BusyLabel isBusy={isBusy} busy={busyLabel ?? submitLabel}>
          {submitLabel}
        </BusyLabel>
      </button>
    </div>
  </form>
);

interface DialogFieldProps {
  label: string;
  help?: string;
  error?: string | null;
  /** Renders the input with its ids. */
  children: (ids: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode;
}

export function DialogField({ label, help, error = null, children }: DialogFieldProps) {
  const id = useId();
  const described = error !== null || help !== undefined;
  return (
    <div className={styles.dialogField}>
      <label className="field__name" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        ...(described ? { 'aria-describedby': `${id}-text` } : {}),
        ...(error === null ? {} : { 'aria-invalid': true as const }),
      })}
      {described && (
        <p className={error === null ? styles.dialogHelp : styles.dialogError} id={`${id}-text`}>
          {error ?? help}
        </p>
      )}
    </div>
  );
}

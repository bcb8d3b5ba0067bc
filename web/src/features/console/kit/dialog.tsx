import { useEffect, useRef, type ReactNode } from 'react';
import * as styles from '../kit.module.css';

interface DialogProps {
  title: string;
  /** Called when the dialog is closed by Escape or by its buttons. */
  onClose: () => void;
  className?: string;
  children: ReactNode;
}

/** A modal dialog. The browser keeps the focus inside and returns it to where it was. */
export function Dialog({ title, onClose, className = '', children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (element?.open === false) element.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${className}`}
      aria-label={title}
      onCancel={(event) => {
        // That of a file input within, whose choice was cancelled, arrives here, too.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
    >
      {children}
    </dialog>
  );
}

import { createContext, use, useCallback, useState, type ReactNode } from 'react';
import * as styles from '../kit.module.css';
import { Dialog } from './dialog.tsx';
import { KIT } from './kit-texts.ts';

export interface Question {
  title: string;
  text?: ReactNode;
  confirmLabel: string;
  isDangerous?: boolean;
}

export type Confirm = (question: Question) => Promise<boolean>;

const ConfirmContext = /* @__PURE__ */ createContext<Confirm | null>(null);

/** Returns a function that asks in a dialog and resolves with whether it was confirmed. */
export function useConfirm(): Confirm {
  const confirm = use(ConfirmContext);
  if (confirm === null) throw new Error('No ConfirmProvider above');
  return confirm;
}

interface PendingQuestion extends Question {
  settle: (isConfirmed: boolean) => void;
}

/** Provides `useConfirm`. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [pending, setPending] = useState<PendingQuestion | null>(null);
  const confirm = useCallback<Confirm>(
    (question) =>
      new Promise((resolve) => {
        setPending((before) => {
          before?.settle(false);
          return {
            ...question,
            settle: (isConfirmed) => {
              setPending(null);
              resolve(isConfirmed);
            },
          };
        });
      }),
    [],
  );
  return (
    <ConfirmContext value={confirm}>
      {children}
      {pending !== null && (
        <Dialog title={pending.title} onClose={() => pending.settle(false)}>
          <h2>{pending.title}</h2>
          {pending.text !== undefined && <p>{pending.text}</p>}
          <div className={styles.dialogButtons}>
            <button type="button" className="button button--plain" onClick={() => pending.settle(false)}>
              {KIT.cancel}
            </button>
            <button
              type="button"
              className={pending.isDangerous === true ? `button ${styles.danger}` : 'button'}
              onClick={() => pending.settle(true)}
            >
              {pending.confirmLabel}
            </button>
          </div>
        </Dialog>
      )}
    </ConfirmContext>
  );
}

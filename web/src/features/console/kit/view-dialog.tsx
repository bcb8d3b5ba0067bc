import { useState } from 'react';
import type { ConsoleView } from '@vidhi/contracts/console-views.ts';
import { DialogField, DialogForm, NativeDialog } from '../dialog/native-dialog.tsx';
import { useDialogCall } from '../dialog/use-dialog-call.ts';
import * as styles from '../kit.module.css';
import { VIEW_TEXTS } from './kit-texts.ts';

export interface ViewValues {
  name: string;
  shared: boolean;
}

interface ViewDialogProps {
  title: string;
  /** The view that is changed; absent for a new one. */
  view?: ConsoleView;
  /** Resolves with why it failed; null when it was saved. */
  onSave: (values: ViewValues) => Promise<string | null>;
  /** Resolves as `onSave` does. */
  onDelete?: () => Promise<string | null>;
  onClose: () => void;
}

/** The name of a view, and whether others see it. */
export function ViewDialog({ title, view, onSave, onDelete, onClose }: ViewDialogProps) {
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared ?? false);
  const [isUnnamed, setUnnamed] = useState(false);
  const { isBusy, error, run } = useDialogCall();
  const handleSubmit = () => {
    setUnnamed(name.trim() === '');
    if (name.trim() !== '') void run(async () => onSave({ name: name.trim(), shared }));
  };
  return (
    <NativeDialog title={title} onClose={onClose}>
      <DialogForm
        submitLabel={VIEW_TEXTS.confirm}
        isBusy={isBusy}
        onSubmit={handleSubmit}
        onClose={onClose}
        actions={
          onDelete !== undefined && (
            <button
              type="button"
              className={`button button--plain ${styles.danger}`}
              aria-disabled={isBusy || undefined}
              onClick={() => void run(onDelete)}
            >
              {VIEW_TEXTS.delete}
            </button>
          )
        }
      >
        {view?.shared === true && view.by !== null && <p>{VIEW_TEXTS.sharedBy(view.by.name)}</p>}
        <DialogField label={VIEW_TEXTS.name} error={isUnnamed ? VIEW_TEXTS.unnamed : null}>
          {(ids) => (
            <input
              {...ids}
              className="field__input"
              maxLength={60}
              autoComplete="off"
              value={name}
              onChange={({ target }) => {
                setName(target.value);
                setUnnamed(false);
              }}
            />
          )}
        </DialogField>
        <label className={styles.viewShare}>
          <input type="checkbox" checked={shared} onChange={({ target }) => setShared(target.checked)} />
          {VIEW_TEXTS.shared}
        </label>
        {error !== null && <p role="alert">{error}</p>}
      </DialogForm>
    </NativeDialog>
  );
}

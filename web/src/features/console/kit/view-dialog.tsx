import type { ConsoleView } from '@vidhi/contracts/console-views.ts';
import * as styles from '../kit.module.css';
import { Dialog } from './dialog.tsx';
import { KIT, VIEW_TEXTS } from './kit-texts.ts';

export interface ViewValues {
  name: string;
  shared: boolean;
}

interface ViewDialogProps {
  title: string;
  /** The view that is changed; absent for a new one. */
  view?: ConsoleView;
  onSave: (values: ViewValues) => Promise<void>;
  onDelete?: () => Promise<void>;
  onClose: () => void;
}

/** The name of a view, and whether others see it. */
export function ViewDialog({ title, view, onSave, onDelete, onClose }: ViewDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const values = new FormData(event.currentTarget);
          const name = String(values.get('name') ?? '').trim();
          if (name !== '') void onSave({ name, shared: values.has('shared') });
        }}
      >
        <h2>{title}</h2>
        {view?.shared === true && view.by !== null && <p>{VIEW_TEXTS.sharedBy(view.by.name)}</p>}
        <label className={styles.filter}>
          {VIEW_TEXTS.name}
          <input
            className={styles.input}
            name="name"
            maxLength={60}
            required
            autoComplete="off"
            defaultValue={view?.name}
          />
        </label>
        <label className={styles.check}>
          <input type="checkbox" name="shared" defaultChecked={view?.shared} />
          {VIEW_TEXTS.shared}
        </label>
        <div className={styles.dialogButtons}>
          {onDelete !== undefined && (
            <button
              type="button"
              className={`button button--plain ${styles.danger}`}
              onClick={() => void onDelete()}
            >
              {VIEW_TEXTS.delete}
            </button>
          )}
          <button type="button" className="button button--plain" onClick={onClose}>
            {KIT.cancel}
          </button>
          <button type="submit" className="button">
            {VIEW_TEXTS.confirm}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

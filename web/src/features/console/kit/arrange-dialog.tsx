import { useState } from 'react';
import type { ViewArrangement } from '@vidhi/contracts/console-views.ts';
import { DialogField, DialogForm, NativeDialog } from '../dialog/native-dialog.tsx';
import { useDialogCall } from '../dialog/use-dialog-call.ts';
import * as styles from '../kit.module.css';
import { KIT, VIEW_TEXTS } from './kit-texts.ts';
import type { ViewTab } from './view-tabs.ts';

interface ArrangeDialogProps {
  pinned: readonly ViewTab[];
  others: readonly ViewTab[];
  /** The view with which the list opens now. */
  first: ViewTab | undefined;
  /** Resolves with why it failed; null when it was saved. */
  onSave: (arrangement: ViewArrangement) => Promise<string | null>;
  onClose: () => void;
}

/** The order of the tabs of a list, which of them are in the menu beside, and with which one it opens. */
export function ArrangeDialog({ pinned, others, first, onSave, onClose }: ArrangeDialogProps) {
  const [tabs, setTabs] = useState(() => [...pinned, ...others]);
  const [shown, setShown] = useState<ReadonlySet<string>>(() => new Set(pinned.map(({ key }) => key)));
  const [opening, setOpening] = useState(first?.key ?? null);
  const { isBusy, error, run } = useDialogCall();
  const move = (at: number, step: number) => {
    const tab = tabs[at];
    if (tab !== undefined && at + step >= 0 && at + step < tabs.length)
      setTabs(tabs.toSpliced(at, 1).toSpliced(at + step, 0, tab));
  };
  const toggle = (key: string) => {
    const next = new Set(shown);
    if (!next.delete(key)) next.add(key);
    setShown(next);
  };
  const handleSubmit = () =>
    void run(async () =>
      onSave({ pinned: tabs.map(({ key }) => key).filter((key) => shown.has(key)), first: opening }),
    );
  return (
    <NativeDialog title={VIEW_TEXTS.arrange} onClose={onClose}>
      <DialogForm submitLabel={VIEW_TEXTS.confirm} isBusy={isBusy} onSubmit={handleSubmit} onClose={onClose}>
        <fieldset className={`${styles.columns} ${styles.arranged}`}>
          <legend>{VIEW_TEXTS.tabs}</legend>
          <ul>
            {tabs.map(({ key, name }, at) => (
              <li key={key}>
                <label>
                  <input type="checkbox" checked={shown.has(key)} onChange={() => toggle(key)} />
                  {name}
                </label>
                <button
                  type="button"
                  aria-label={KIT.up(name)}
                  aria-disabled={at === 0 || undefined}
                  onClick={() => move(at, -1)}
                >
                  ↑
                </button>
                <button
                  type="button"
                  aria-label={KIT.down(name)}
                  aria-disabled={at === tabs.length - 1 || undefined}
                  onClick={() => move(at, 1)}
                >
                  ↓
                </button>
              </li>
            ))}
          </ul>
        </fieldset>
        <DialogField label={VIEW_TEXTS.first}>
          {(ids) => (
            <select
              {...ids}
              className="field__input"
              value={opening ?? ''}
              onChange={({ target }) => setOpening(target.value)}
            >
              {tabs.map(({ key, name }) => (
                <option key={key} value={key}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </DialogField>
        {error !== null && <p role="alert">{error}</p>}
      </DialogForm>
    </NativeDialog>
  );
}

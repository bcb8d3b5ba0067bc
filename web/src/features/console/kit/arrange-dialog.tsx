import { useState } from 'react';
import type { ViewArrangement } from '@vidhi/contracts/console-views.ts';
import * as styles from '../kit.module.css';
import { Dialog } from './dialog.tsx';
import { KIT, VIEW_TEXTS } from './kit-texts.ts';
import type { ViewTab } from './view-tabs.ts';

interface ArrangeDialogProps {
  pinned: readonly ViewTab[];
  others: readonly ViewTab[];
  /** The view with which the list opens now. */
  first: ViewTab | undefined;
  onSave: (arrangement: ViewArrangement) => Promise<void>;
  onClose: () => void;
}

/** The order of the tabs of a list, which of them are in the menu beside, and with which one it opens. */
export function ArrangeDialog({ pinned, others, first, onSave, onClose }: ArrangeDialogProps) {
  const [tabs, setTabs] = useState(() => [...pinned, ...others]);
  const [shown, setShown] = useState<ReadonlySet<string>>(() => new Set(pinned.map(({ key }) => key)));
  const [opening, setOpening] = useState(first?.key ?? null);
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
  const handleSave = () =>
    onSave({ pinned: tabs.map(({ key }) => key).filter((key) => shown.has(key)), first: opening });
  return (
    <Dialog title={VIEW_TEXTS.arrange} onClose={onClose}>
      <h2>{VIEW_TEXTS.arrange}</h2>
      <section className={styles.columns} aria-label={VIEW_TEXTS.tabs}>
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
      </section>
      <label className={styles.filter}>
        {VIEW_TEXTS.first}
        <select
          className={styles.input}
          value={opening ?? ''}
          onChange={({ target }) => setOpening(target.value)}
        >
          {tabs.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <div className={styles.dialogButtons}>
        <button type="button" className="button button--plain" onClick={onClose}>
          {KIT.cancel}
        </button>
        <button type="button" className="button" onClick={() => void handleSave()}>
          {VIEW_TEXTS.confirm}
        </button>
      </div>
    </Dialog>
  );
}

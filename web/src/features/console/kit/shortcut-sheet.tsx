import { useState } from 'react';
import * as styles from '../kit.module.css';
import { Dialog } from './dialog.tsx';
import { KIT } from './kit-texts.ts';
import { readSingleKeys, saveSingleKeys, shownKeys, type Shortcut } from './shortcuts.ts';

const TEXTS = { title: 'Keyboard', single: 'Keys without Ctrl act' } as const;

/** The keys of the console by group. */
export function ShortcutSheet({
  shortcuts,
  onClose,
}: {
  shortcuts: readonly Shortcut[];
  onClose: () => void;
}) {
  const [isOn, setOn] = useState(readSingleKeys);
  return (
    <Dialog title={TEXTS.title} onClose={onClose} className={styles.sheet ?? ''}>
      <h2>{TEXTS.title}</h2>
      {[...Map.groupBy(shortcuts, ({ group }) => group)].map(([group, list]) => (
        <section key={group}>
          <h3>{group}</h3>
          <dl className={styles.keys}>
            {list.map(({ id, keys, label }) => (
              <div key={id}>
                <dt>{label}</dt>
                <dd>
                  <kbd>{shownKeys(keys)}</kbd>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <label className={styles.toggle}>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => {
            setOn(target.checked);
            saveSingleKeys(target.checked);
          }}
        />
        {TEXTS.single}
      </label>
      <div className={styles.dialogButtons}>
        <button type="button" className="button" onClick={onClose}>
          {KIT.close}
        </button>
      </div>
    </Dialog>
  );
}

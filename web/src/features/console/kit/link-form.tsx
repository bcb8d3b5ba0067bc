import { useState } from 'react';
import * as styles from '../kit.module.css';
import type { RecordChoices } from './define-resource.ts';
import type { ParamsFormProps } from './jobs.ts';
import { KIT } from './kit-texts.ts';
import { MissingText } from './missing-text.tsx';
import { RecordsSelect } from './records-select.tsx';

interface LinkFormProps extends ParamsFormProps {
  /** Name of the changed rows, one and many: `article`, `articles`. */
  rows: readonly [one: string, many: string];
  /** Name of the added and removed records: `tags`. */
  many: string;
  of: RecordChoices;
}

/** Asks which tags or categories the selected rows get, and which they lose. */
export function LinkForm({ rows, many, of, count, onRun, onCancel }: LinkFormProps) {
  const [add, setAdd] = useState<readonly number[]>([]);
  const [remove, setRemove] = useState<readonly number[]>([]);
  const isEmpty = add.length === 0 && remove.length === 0;
  return (
    <form
      className={styles.params}
      aria-label={`Change ${many} of ${count} ${rows[1]}`}
      onSubmit={(event) => {
        event.preventDefault();
        onRun({ add, remove });
      }}
    >
      <div className={styles.filter}>
        <span>{`Add ${many}`}</span>
        <RecordsSelect label={`Add ${many}`} of={of} value={add} onChange={setAdd} />
      </div>
      <div className={styles.filter}>
        <span>{`Remove ${many}`}</span>
        <RecordsSelect label={`Remove ${many}`} of={of} value={remove} onChange={setRemove} />
      </div>
      <button type="submit" className="button" disabled={isEmpty} aria-describedby="links-missing">
        {count === 1 ? `Change 1 ${rows[0]}` : `Change ${count} ${rows[1]}`}
      </button>
      <MissingText id="links-missing" text={isEmpty ? `Choose ${many} to add or remove.` : null} />
      <button type="button" className={styles.textButton} onClick={onCancel}>
        {KIT.cancel}
      </button>
    </form>
  );
}

import { useState } from 'react';
import type { RecordChoices } from '../kit/define-resource.ts';
import type { ParamsFormProps } from '../kit/jobs.ts';
import { KIT } from '../kit/kit-texts.ts';
import { RecordsSelect } from '../kit/records-select.tsx';
import * as styles from '../kit.module.css';
import { categoryChoices } from '../newsroom/category-resource.ts';
import { tagChoices } from '../newsroom/tag-choices.ts';

interface LinkFormProps extends ParamsFormProps {
  many: string;
  of: RecordChoices;
}

/** Asks which tags or categories the selected articles get, and which they lose. */
function LinkForm({ many, of, count, onRun, onCancel }: LinkFormProps) {
  const [add, setAdd] = useState<readonly number[]>([]);
  const [remove, setRemove] = useState<readonly number[]>([]);
  return (
    <form
      className={styles.params}
      aria-label={`Change ${many} of ${count} articles`}
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
      <button type="submit" className="button" disabled={add.length === 0 && remove.length === 0}>
        {count === 1 ? 'Change 1 article' : `Change ${count} articles`}
      </button>
      <button type="button" className={styles.textButton} onClick={onCancel}>
        {KIT.cancel}
      </button>
    </form>
  );
}

export const TagsForm = (props: ParamsFormProps) => <LinkForm {...props} many="tags" of={tagChoices} />;
export const CategoriesForm = (props: ParamsFormProps) => (
  <LinkForm {...props} many="categories" of={categoryChoices} />
);

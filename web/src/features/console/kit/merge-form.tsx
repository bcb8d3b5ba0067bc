import { useEffect, useState } from 'react';
import type { JobPreview } from '@vidhi/contracts/jobs.ts';
import type { RecordChoices } from './define-resource.ts';
import type { ParamsFormProps } from './jobs.ts';
import { KIT } from './kit-texts.ts';
import { MissingText } from './missing-text.tsx';
import { RecordSelect } from './record-select.tsx';
import * as styles from '../kit.module.css';

const TEXTS = {
  into: (one: string) => `The ${one} that remains`,
  missing: (one: string) => `Choose the ${one} that remains.`,
  run: 'Merge',
} as const;

interface MergeFormProps extends Pick<ParamsFormProps, 'onRun' | 'onCancel'> {
  one: string;
  /** Says what moves, before anything does. */
  textOf: (preview: JobPreview) => string;
  of: RecordChoices;
  preview: ParamsFormProps['preview'];
}

/** Chooses the row that remains, and says what moves to it, before it does. */
export function MergeForm({ one, textOf, of, preview, onRun, onCancel }: MergeFormProps) {
  const [into, setInto] = useState<number | null>(null);
  const [shown, setShown] = useState<JobPreview | string | null>(null);
  useEffect(() => {
    if (into === null) return undefined;
    let isGone = false;
    preview({ into }).then(
      (found) => {
        if (!isGone) setShown(found);
      },
      (error: unknown) => {
        if (!isGone) setShown(error instanceof Error ? error.message : KIT.failed);
      },
    );
    return () => {
      isGone = true;
    };
  }, [into, preview]);
  const isReady = into !== null && shown !== null && typeof shown !== 'string';
  return (
    <form
      className={styles.params}
      aria-label={TEXTS.run}
      onSubmit={(event) => {
        event.preventDefault();
        if (into !== null) onRun({ into });
      }}
    >
      <div className={styles.filter}>
        <span>{TEXTS.into(one)}</span>
        <RecordSelect
          of={of}
          value={into}
          placeholder={KIT.choose}
          aria-label={TEXTS.into(one)}
          onChange={(value) => {
            setShown(null);
            setInto(value);
          }}
        />
      </div>
      <output>
        {into !== null && shown !== null && (typeof shown === 'string' ? shown : textOf(shown))}
      </output>
      <button type="submit" className="button" disabled={!isReady} aria-describedby="merge-missing">
        {TEXTS.run}
      </button>
      <MissingText id="merge-missing" text={into === null ? TEXTS.missing(one) : null} />
      <button type="button" className={styles.textButton} onClick={onCancel}>
        {KIT.cancel}
      </button>
    </form>
  );
}

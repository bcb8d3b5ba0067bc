import { useEffect, useState } from 'react';
import type { JobPreview } from '@vidhi/contracts/jobs.ts';
import type { RecordChoices } from '../kit/define-resource.ts';
import type { ParamsFormProps } from '../kit/jobs.ts';
import { KIT } from '../kit/kit-texts.ts';
import { RecordSelect } from '../kit/record-select.tsx';
import * as styles from '../kit.module.css';
import { tagChoices } from './tag-choices.ts';

const TEXTS = {
  into: (one: string) => `The ${one} that remains`,
  run: 'Merge',
  /** Says what moves, before anything does. */
  preview: ({ rows }: JobPreview, many: string): string => {
    const articles = rows['posts'] ?? 0;
    const others = Math.max(0, (rows[many] ?? 0) - 1);
    const moved = articles === 1 ? '1 article moves' : `${articles} articles move`;
    return `${moved}. ${others === 1 ? 'One address leads' : `${others} addresses lead`} to the remaining one, and what was merged goes to the trash.`;
  },
} as const;

interface MergeFormProps extends Pick<ParamsFormProps, 'onRun' | 'onCancel'> {
  one: string;
  /** Plural name of the collection. */
  many: string;
  of: RecordChoices;
  preview: ParamsFormProps['preview'];
}

/** Chooses the tag or category that remains, and shows how many articles move, before they do. */
export function MergeForm({ one, many, of, preview, onRun, onCancel }: MergeFormProps) {
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
          aria-label={TEXTS.into(one)}
          onChange={(value) => {
            setShown(null);
            setInto(value);
          }}
        />
      </div>
      <output>
        {into === null || shown === null
          ? ''
          : typeof shown === 'string'
            ? shown
            : TEXTS.preview(shown, many)}
      </output>
      <button type="submit" className="button" disabled={!isReady}>
        {TEXTS.run}
      </button>
      <button type="button" className={styles.textButton} onClick={onCancel}>
        {KIT.cancel}
      </button>
    </form>
  );
}

/** Merges the selected tags. */
export const MergeTags = (props: ParamsFormProps) => (
  <MergeForm {...props} one="tag" many="tags" of={tagChoices} />
);

import type { WorkState } from './work-state.ts';
import { clockText } from './india-time.ts';
import * as styles from './article.module.css';

function textOf({ save, savedAt, stored }: WorkState): string {
  if (save === 'saving') return 'Saving';
  if (save === 'failed') return 'Not saved';
  if (save === 'changed') return 'Writing';
  if (save === 'local') return `On this computer ${savedAt === null ? '' : clockText(savedAt)}`;
  if (savedAt !== null) return `Saved ${clockText(savedAt)}`;
  return stored === null ? 'Nothing written yet' : 'Saved';
}

/** Says where the text is. */
export const SaveStatus = ({ state }: { state: WorkState }) => (
  <output className={styles.articleStatus} data-save={state.save}>
    {textOf(state)}
  </output>
);

import type { PostState } from '@vidhi/contracts/post-states.ts';
import { formatMoment } from '#shared/text/dates.ts';
import { DialogField } from '../dialog/native-dialog.tsx';
import type { ArticleValues } from './article-values.ts';
import { fromIndiaField, toIndiaField, untilText } from './india-time.ts';
import type { WorkState } from './work-state.ts';
import * as styles from './article.module.css';

interface PublishSectionProps {
  state: WorkState;
  articleState: PostState;
  path: string;
  now: number;
  onChange: (values: Partial<ArticleValues>) => void;
  onDiscard: () => void;
}

function sentenceOf(state: PostState, publishedAt: string | null, now: number): string {
  switch (state) {
    case 'draft':
      return 'Draft: nobody sees it yet.';
    case 'in_review':
      return 'In review: somebody who publishes reads it next.';
    case 'changes_requested':
      return 'Changes are asked for. Submit it again when they are made.';
    case 'approved':
      return 'Approved: it can be published.';
    case 'archived':
      return 'In the archive: readers and lists of work do not show it.';
    case 'scheduled':
      return `Goes live on ${formatMoment(publishedAt ?? '')} India time, ${untilText(publishedAt ?? '', now) ?? 'now'}.`;
    case 'published':
      return `Live since ${formatMoment(publishedAt ?? '')} India time.`;
  }
}

type Moment = 'publish_date' | 'embargo_until' | 'unpublish_at';

/** State of the article in words, and its times, on the clocks of India. */
export function PublishSection({ state, articleState, path, now, onChange, onDiscard }: PublishSectionProps) {
  const { values, stored, changed, fieldErrors } = state;
  const ends = (iso: string): string => {
    const left = untilText(iso, now);
    return left === null ? 'This time has passed' : `Ends ${left}`;
  };
  const moment = (name: Moment, label: string, help: string) => (
    <DialogField label={label} help={help} error={fieldErrors[name] ?? null}>
      {(ids) => (
        <input
          {...ids}
          className="field__input"
          type="datetime-local"
          value={toIndiaField(values[name])}
          onChange={(event) => onChange({ [name]: fromIndiaField(event.target.value) })}
        />
      )}
    </DialogField>
  );
  return (
    <section aria-labelledby="panel-publish">
      <h2 id="panel-publish">Publish</h2>
      <p>{sentenceOf(articleState, stored?.publishedAt ?? null, now)}</p>
      {stored?.publishedAt != null && changed.length > 0 && (
        <p>Readers do not see your changes until you publish them.</p>
      )}
      <div className={styles.articlePanelActions}>
        {articleState === 'published' && (
          <a className="button button--plain" href={path} target="_blank" rel="noreferrer">
            See it on the site
          </a>
        )}
        {stored !== null && changed.length > 0 && !state.isGone && (
          <button type="button" className="button button--plain" disabled={state.isBusy} onClick={onDiscard}>
            Discard changes
          </button>
        )}
      </div>
      {moment('publish_date', 'Date shown to readers (India time)', 'Empty: the time of publication')}
      {moment(
        'embargo_until',
        'Embargo until (India time)',
        values.embargo_until === null ? 'Nobody can publish it before this time' : ends(values.embargo_until),
      )}
      {moment(
        'unpublish_at',
        'Unpublish at (India time)',
        values.unpublish_at === null ? 'Empty: it stays on the site' : ends(values.unpublish_at),
      )}
    </section>
  );
}

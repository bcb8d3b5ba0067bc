import { useSite } from '#shared/site/site-context.tsx';
import { formatMoment } from '#shared/text/dates.ts';
import { DialogField } from '../dialog/native-dialog.tsx';
import type { ArticleClient } from './article-client.ts';
import type { ArticleState } from './article-state.ts';
import type { ArticleValues } from './article-values.ts';
import type { WorkState } from './work-state.ts';
import type { Check } from './checklist.ts';
import { fromIndiaField, toIndiaField, untilText } from './india-time.ts';
import { SubjectPicker } from './subject-picker.tsx';
import * as styles from './article.module.css';

interface ArticlePanelProps {
  client: ArticleClient;
  state: WorkState;
  articleState: ArticleState;
  checks: readonly Check[];
  path: string;
  description: string;
  isSlugTaken: boolean;
  now: number;
  onChange: (values: Partial<ArticleValues>) => void;
  onSlug: (slug: string) => void;
  onSpot: (spot: Check['spot']) => void;
  onUnpublish: () => void;
  onDiscard: () => void;
}

/** All of an article but its title and text. */
export function ArticlePanel(props: ArticlePanelProps) {
  const { client, state, articleState, checks, path, description, isSlugTaken, now } = props;
  const { onChange, onSlug, onSpot, onUnpublish, onDiscard } = props;
  const { values, stored, changed, fieldErrors } = state;
  const site = useSite();
  const publishedAt = stored?.publishedAt ?? null;
  const done = checks.filter(({ isOk }) => isOk).length;
  return (
    <>
      <section aria-labelledby="panel-publish">
        <h2 id="panel-publish">Publish</h2>
        <p>
          {articleState === 'draft' && 'Draft: nobody sees it yet.'}
          {articleState === 'scheduled' &&
            publishedAt !== null &&
            `Goes live on ${formatMoment(publishedAt)} India time, ${untilText(publishedAt, now) ?? 'now'}.`}
          {articleState === 'published' &&
            publishedAt !== null &&
            `Live since ${formatMoment(publishedAt)} India time.`}
        </p>
        {articleState !== 'draft' && changed.length > 0 && (
          <p>Readers do not see your changes until you publish them.</p>
        )}
        <div className={styles.articlePanelActions}>
          {articleState === 'published' && (
            <a className="button button--plain" href={path} target="_blank" rel="noreferrer">
              See it on the site
            </a>
          )}
          {articleState !== 'draft' && (
            <button
              type="button"
              className="button button--plain"
              disabled={state.isBusy}
              onClick={onUnpublish}
            >
              {articleState === 'published' ? 'Unpublish' : 'Unschedule'}
            </button>
          )}
          {stored !== null && changed.length > 0 && (
            <button
              type="button"
              className="button button--plain"
              disabled={state.isBusy}
              onClick={onDiscard}
            >
              Discard changes
            </button>
          )}
        </div>
        <DialogField label="Date shown to readers (India time)" help="Empty: the time of publication">
          {(ids) => (
            <input
              {...ids}
              className="field__input"
              type="datetime-local"
              value={toIndiaField(values.publish_date)}
              onChange={(event) => onChange({ publish_date: fromIndiaField(event.target.value) })}
            />
          )}
        </DialogField>
      </section>

      <section aria-labelledby="panel-place">
        <h2 id="panel-place">Place</h2>
        <SubjectPicker
          kind="categories"
          label="Categories"
          client={client}
          chosen={values.categories}
          known={stored?.categories ?? []}
          onChange={(categories) => onChange({ categories })}
        />
        <SubjectPicker
          kind="tags"
          label="Tags"
          client={client}
          chosen={values.tags}
          known={stored?.tags ?? []}
          onChange={(tags) => onChange({ tags })}
        />
        <label className={styles.articleCheck}>
          <input
            type="checkbox"
            checked={values.trending}
            onChange={(event) => onChange({ trending: event.target.checked })}
          />
          Trending
        </label>
      </section>

      <section aria-labelledby="panel-search">
        <h2 id="panel-search">Search</h2>
        <DialogField
          label="Address"
          error={fieldErrors['slug'] ?? (isSlugTaken ? 'Another article has this address' : null)}
          {...(stored === null ? {} : { help: 'Old addresses of the article lead to the new one' })}
        >
          {(ids) => (
            <input
              {...ids}
              data-spot="slug"
              className="field__input"
              value={values.slug}
              spellCheck={false}
              autoCapitalize="none"
              onChange={(event) => onSlug(event.target.value)}
            />
          )}
        </DialogField>
        <div className={styles.articleSnippet} aria-label="How a search engine may show it">
          <span>
            {site.name} › {path.slice(1).replaceAll('/', ' › ')}
          </span>
          <strong>{values.title.trim() || 'No title yet'}</strong>
          <p>{description || 'The beginning of the text'}</p>
        </div>
      </section>

      <section aria-labelledby="panel-checks">
        <h2 id="panel-checks">
          Checklist <span>{`${done} of ${checks.length}`}</span>
        </h2>
        <ul className={styles.articleChecks}>
          {checks.map((check) => (
            <li
              key={check.text}
              data-ok={check.isOk || undefined}
              data-required={check.isRequired || undefined}
            >
              {check.isOk ? (
                check.text
              ) : (
                <button type="button" onClick={() => onSpot(check.spot)}>
                  {check.text}
                </button>
              )}
              {!check.isOk && check.isRequired && ' (needed)'}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

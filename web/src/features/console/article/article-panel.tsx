import type { PostState } from '@vidhi/contracts/post-states.ts';
import type { MoveName } from './article-state.ts';
import type { ArticleClient } from './article-client.ts';
import type { ArticleValues, Picture } from './article-values.ts';
import type { WorkState } from './work-state.ts';
import type { Check } from './checklist.ts';
import { AuthorField } from './author-field.tsx';
import { CorrectionSection } from './correction-section.tsx';
import { JudgmentSection } from './judgment-section.tsx';
import { PreviewSection } from './preview-section.tsx';
import { PublishSection } from './publish-section.tsx';
import { SearchSection } from './search-section.tsx';
import { TakedownSection } from './takedown-section.tsx';
import { SubjectPicker } from './subject-picker.tsx';
import * as styles from './article.module.css';

interface ArticlePanelProps {
  client: ArticleClient;
  state: WorkState;
  articleState: PostState;
  checks: readonly Check[];
  path: string;
  description: string;
  hero: Picture | null;
  isSlugTaken: boolean;
  now: number;
  user: number;
  mayPublish: boolean;
  isAdministrator: boolean;
  /** Stores what is typed. Resolves with whether it is stored. */
  onSave: () => Promise<boolean>;
  onMove: (name: MoveName, body?: object) => Promise<boolean>;
  onChange: (values: Partial<ArticleValues>) => void;
  onSlug: (slug: string) => void;
  onSpot: (spot: Check['spot']) => void;
  onDiscard: () => void;
}

/** All of an article but its title and text. */
export function ArticlePanel(props: ArticlePanelProps) {
  const { client, state, articleState, checks, path, description, hero, isSlugTaken, now } = props;
  const { user, mayPublish, isAdministrator, onMove, onSave } = props;
  const { onChange, onSlug, onSpot, onDiscard } = props;
  const { values, stored } = state;
  const done = checks.filter(({ isOk }) => isOk).length;
  return (
    <>
      <PublishSection
        state={state}
        articleState={articleState}
        path={path}
        now={now}
        onChange={onChange}
        onDiscard={onDiscard}
      />

      {stored !== null && stored.takedown === null && (
        <PreviewSection
          client={client}
          id={stored.id}
          mayShare={mayPublish || (stored.publishedAt === null && (stored.values.user ?? user) === user)}
          onSave={onSave}
        />
      )}

      {stored !== null && (stored.corrections.length > 0 || (mayPublish && articleState === 'published')) && (
        <CorrectionSection
          corrections={stored.corrections}
          mayCorrect={mayPublish && articleState === 'published'}
          now={now}
          problem={state.save === 'failed' ? state.problem : null}
          isBusy={state.isBusy}
          onCorrect={(correction) => onMove('corrections', correction)}
          onRemove={(id) => onMove(`corrections/${id}/removal`)}
        />
      )}

      <section aria-labelledby="panel-place">
        <h2 id="panel-place">Place</h2>
        <AuthorField
          client={client}
          user={user}
          mayChoose={mayPublish}
          chosen={values}
          stored={stored}
          error={state.fieldErrors['user'] ?? state.fieldErrors['guest_author'] ?? null}
          onChange={onChange}
        />
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

      <JudgmentSection client={client} values={values} fieldErrors={state.fieldErrors} onChange={onChange} />

      <SearchSection
        state={state}
        path={path}
        description={description}
        hero={hero}
        isSlugTaken={isSlugTaken}
        onChange={onChange}
        onSlug={onSlug}
      />

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

      {stored !== null && (
        <TakedownSection
          takedown={stored.takedown}
          isAdministrator={isAdministrator}
          now={now}
          problem={state.save === 'failed' ? state.problem : null}
          isBusy={state.isBusy}
          onWithhold={(order) => onMove('takedown', order)}
          onLift={() => onMove('lift-takedown')}
        />
      )}
    </>
  );
}

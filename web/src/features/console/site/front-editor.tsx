import { useState } from 'react';
import { MAX_HOME_CATEGORIES, type MainBlock, type SideBlock } from '@vidhi/contracts/home-blocks.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { useUnsavedGuard } from '../kit/guard.ts';
import { messageOf } from '../kit/message-of.ts';
import * as kit from '../kit.module.css';
import type { CategoryRow } from '../newsroom/category-tree.ts';
import { BlockRows } from './block-rows.tsx';
import { blocksOf, defaultFrontDraft, frontDraftOf, previewPath, storedBlocks } from './front-draft.ts';
import { useSaveOptions } from './save-options.ts';
import * as styles from './layout-editor.module.css';

const MAIN_TEXTS: Readonly<Record<MainBlock, { name: string; hint: string }>> = {
  latest: { name: 'Latest news', hint: 'The ten newest articles, the first of them large' },
  trending: { name: 'Trending', hint: 'Articles that are marked as trending' },
  products: { name: 'Slider', hint: 'Its pictures are at Slider; Settings has a switch for it, too' },
  categories: { name: 'Categories', hint: 'A block for each category, and a column beside them' },
};

const SIDE_TEXTS: Readonly<Record<SideBlock, { name: string; hint: string }>> = {
  recent: { name: 'Recent posts', hint: 'The newest articles that no other block shows' },
  ads: { name: 'Advertisements of the sidebar', hint: 'Those with the place Side Bar' },
};

interface FrontEditorProps {
  row: Readonly<Record<string, unknown>>;
  /** The categories in the order of the menu. */
  categories: readonly CategoryRow[];
}

/** Shows, hides and orders the blocks of the front page, which are saved together. */
export function FrontEditor({ row, categories }: FrontEditorProps) {
  const ids = categories.map(({ id }) => id);
  const [draft, setDraft] = useState(() => frontDraftOf(row, ids));
  const [savedDraft, setSavedDraft] = useState(draft);
  /** Last stored value that this page has received. */
  const [stored, setStored] = useState(row['home_blocks'] ?? null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const saveOptions = useSaveOptions();
  const notices = useNotices();
  useUnsavedGuard(draft !== savedDraft);
  const result = blocksOf(draft);
  const hasCategories = draft.main.some(({ key, isShown }) => key === 'categories' && isShown);
  const nameOf = (id: number) => {
    const category = categories.find((one) => one.id === id);
    return { name: category?.title || category?.name || `Category ${id}` };
  };

  async function save(): Promise<void> {
    if (isBusy) return;
    if ('problem' in result) return setProblem(result.problem);
    const value = storedBlocks(result.blocks);
    const isCurrent = JSON.stringify(stored) === JSON.stringify(row['home_blocks'] ?? null);
    setBusy(true);
    const { error } = await saveOptions(
      { home_blocks: value },
      { home_blocks: stored, ...(isCurrent ? { etag: row['etag'] } : {}) },
    );
    setBusy(false);
    setProblem(error === undefined ? null : messageOf(error));
    if (error !== undefined) return;
    setStored(value);
    setSavedDraft(draft);
    notices.success('Saved');
  }

  return (
    <form
      className={styles.layout}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <section aria-labelledby="front-main" className={kit.part}>
        <h2 id="front-main">Blocks</h2>
        <BlockRows
          label="Blocks"
          blocks={draft.main}
          textsOf={(key) => MAIN_TEXTS[key]}
          onChange={(main) => setDraft({ ...draft, main })}
        />
      </section>
      {hasCategories && (
        <section aria-labelledby="front-categories" className={kit.part}>
          <h2 id="front-categories">Categories</h2>
          <fieldset className={styles.column}>
            <legend className="visually-hidden">Which categories</legend>
            <label className={styles.choice}>
              <input
                type="radio"
                name="categories"
                checked={!draft.choosesCategories}
                onChange={() => setDraft({ ...draft, choosesCategories: false })}
              />
              Those of the menu, in its order
            </label>
            <label className={styles.choice}>
              <input
                type="radio"
                name="categories"
                checked={draft.choosesCategories}
                onChange={() => setDraft({ ...draft, choosesCategories: true })}
              />
              Those chosen here, at most {MAX_HOME_CATEGORIES}
            </label>
          </fieldset>
          {draft.choosesCategories && (
            <>
              <p className={kit.hint}>
                A category has a block while one of the newest 150 articles of the site is in it.
              </p>
              <BlockRows
                label="Categories"
                blocks={draft.categories}
                textsOf={nameOf}
                onChange={(chosen) => setDraft({ ...draft, categories: chosen })}
              />
            </>
          )}
          <label className={styles.choice}>
            <input
              type="checkbox"
              checked={draft.hasListAds}
              onChange={({ target }) => setDraft({ ...draft, hasListAds: target.checked })}
            />
            Advertisements between the categories
          </label>
        </section>
      )}
      {hasCategories && (
        <section aria-labelledby="front-side" className={kit.part}>
          <h2 id="front-side">Beside the categories</h2>
          <BlockRows
            label="Beside the categories"
            blocks={draft.side}
            textsOf={(key) => SIDE_TEXTS[key]}
            onChange={(side) => setDraft({ ...draft, side })}
          />
        </section>
      )}
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <p className={styles.buttons}>
        <button type="submit" className="button" aria-disabled={isBusy || undefined}>
          Save
        </button>
        {'blocks' in result ? (
          <a
            className="button button--plain"
            href={previewPath(result.blocks)}
            target="_blank"
            rel="noopener"
          >
            Preview<span className="visually-hidden"> (opens in a new tab)</span>
          </a>
        ) : (
          <button type="button" className="button button--plain" onClick={() => setProblem(result.problem)}>
            Preview
          </button>
        )}
        <button
          type="button"
          className="button button--plain"
          onClick={() => setDraft(defaultFrontDraft(ids))}
        >
          Use the default
        </button>
      </p>
    </form>
  );
}

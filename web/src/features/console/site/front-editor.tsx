import { MAX_HOME_CATEGORIES, type MainBlock, type SideBlock } from '@vidhi/contracts/home-blocks.ts';
import * as kit from '../kit.module.css';
import type { CategoryRow } from '../newsroom/category-tree.ts';
import { BlockRows } from './block-rows.tsx';
import {
  blocksOf,
  changedBlocks,
  defaultFrontDraft,
  frontDraftOf,
  optionsOf,
  previewPath,
} from './front-draft.ts';
import { OptionsForm } from './options-form.tsx';
import { useOptionsDraft } from './use-options-draft.ts';
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
  const editor = useOptionsDraft({
    row,
    initial: () => frontDraftOf(row, ids),
    valuesOf: optionsOf,
    changedOf: changedBlocks,
  });
  const { draft, setDraft, setProblem } = editor;
  const result = blocksOf(draft);
  const hasCategories = draft.main.some(({ key, isShown }) => key === 'categories' && isShown);
  const nameOf = (id: number) => {
    const category = categories.find((one) => one.id === id);
    return { name: category?.title || category?.name || `Category ${id}` };
  };

  return (
    <OptionsForm
      of={editor}
      onDefault={() => setDraft(defaultFrontDraft(ids))}
      tools={
        'blocks' in result ? (
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
        )
      }
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
    </OptionsForm>
  );
}

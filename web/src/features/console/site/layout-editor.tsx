import { LAYOUT_LIMITS } from '@vidhi/contracts/site-layout.ts';
import { useRowFocus } from '../kit/row-focus.ts';
import {
  changedLists,
  defaultDraft,
  draftOf,
  moved,
  newColumn,
  valuesOf,
  type DraftColumn,
} from './layout-draft.ts';
import { LinkRows, MoveButtons } from './link-rows.tsx';
import { OptionsForm } from './options-form.tsx';
import { useOptionsDraft } from './use-options-draft.ts';
import * as styles from './layout-editor.module.css';
import * as kit from '../kit.module.css';

/** Edits menu and foot as lists of links, which are saved together. */
export function LayoutEditor({ row }: { row: Readonly<Record<string, unknown>> }) {
  const editor = useOptionsDraft({ row, initial: () => draftOf(row), valuesOf, changedOf: changedLists });
  const { draft, setDraft } = editor;
  const { list, add, beforeRemoval } = useRowFocus<HTMLElement>();

  const changeColumn = (at: number, column: DraftColumn): void =>
    setDraft({ ...draft, foot: draft.foot.with(at, column) });

  return (
    <OptionsForm of={editor} onDefault={() => setDraft(defaultDraft())}>
      <section aria-labelledby="layout-menu" className={kit.part}>
        <h2 id="layout-menu">Menu</h2>
        <LinkRows
          name="Menu"
          links={draft.menu}
          max={LAYOUT_LIMITS.menu}
          onChange={(menu) => setDraft({ ...draft, menu })}
        />
      </section>
      <section aria-labelledby="layout-foot" className={kit.part} ref={list}>
        <h2 id="layout-foot">Footer</h2>
        {draft.foot.map((column, at) => {
          const name = column.title.trim() || `Column ${at + 1}`;
          return (
            <fieldset key={column.key} className={styles.column}>
              <legend className="visually-hidden">{name}</legend>
              <div className={styles.row}>
                <input
                  className="field__input"
                  aria-label={`Heading of column ${at + 1}`}
                  placeholder="The name of the site"
                  maxLength={LAYOUT_LIMITS.name}
                  value={column.title}
                  onChange={({ target }) => changeColumn(at, { ...column, title: target.value })}
                />
                <MoveButtons
                  name={name}
                  isFirst={at === 0}
                  isLast={at === draft.foot.length - 1}
                  onMove={(by) => setDraft({ ...draft, foot: moved(draft.foot, at, by) })}
                  onRemove={() => {
                    beforeRemoval(at);
                    setDraft({ ...draft, foot: draft.foot.toSpliced(at, 1) });
                  }}
                />
              </div>
              <LinkRows
                name={name}
                links={column.links}
                max={LAYOUT_LIMITS.links}
                onChange={(links) => changeColumn(at, { ...column, links })}
              />
            </fieldset>
          );
        })}
        {draft.foot.length < LAYOUT_LIMITS.columns && (
          <button
            ref={add}
            type="button"
            className={kit.tool}
            onClick={() => setDraft({ ...draft, foot: [...draft.foot, newColumn()] })}
          >
            Add a column
          </button>
        )}
      </section>
    </OptionsForm>
  );
}

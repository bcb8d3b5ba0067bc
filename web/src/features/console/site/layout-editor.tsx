import { useState } from 'react';
import { useNotices } from '#shared/app-page/notices.tsx';
import { LAYOUT_LIMITS } from '@vidhi/contracts/site-layout.ts';
import { useUnsavedGuard } from '../kit/guard.ts';
import { messageOf } from '../kit/message-of.ts';
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
import { useSaveOptions } from './save-options.ts';
import * as styles from './layout-editor.module.css';
import * as kit from '../kit.module.css';

/** Edits menu and foot as lists of links, which are saved together. */
export function LayoutEditor({ row }: { row: Readonly<Record<string, unknown>> }) {
  const [draft, setDraft] = useState(() => draftOf(row));
  const [savedDraft, setSavedDraft] = useState(draft);
  /** The stored lists that the draft is a change of, with the state that they were read in. */
  const [known, setKnown] = useState(row);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const saveOptions = useSaveOptions();
  const notices = useNotices();
  const isUnsaved = draft !== savedDraft;
  const { list, add, beforeRemoval } = useRowFocus<HTMLElement>();
  useUnsavedGuard(isUnsaved);

  const changeColumn = (at: number, column: DraftColumn): void =>
    setDraft({ ...draft, foot: draft.foot.with(at, column) });

  async function save(): Promise<void> {
    if (isBusy) return;
    const result = valuesOf(draft);
    if ('problem' in result) return setProblem(result.problem);
    // The list that was not changed stays as it is, also where somebody else has changed it.
    const changed = changedLists(result.values, known);
    setBusy(true);
    const { error } =
      Object.keys(changed).length === 0
        ? {}
        : await saveOptions(changed, {
            ...known,
            ...(Object.keys(changedLists(known, row)).length === 0 ? { etag: row['etag'] } : {}),
          });
    setBusy(false);
    setProblem(error === undefined ? null : messageOf(error));
    if (error !== undefined) return;
    setKnown({ ...known, ...changed });
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
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <p className={styles.buttons}>
        <button type="submit" className="button" aria-disabled={isBusy || undefined}>
          Save
        </button>
        <button type="button" className="button button--plain" onClick={() => setDraft(defaultDraft())}>
          Use the default
        </button>
      </p>
    </form>
  );
}

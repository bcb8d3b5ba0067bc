import { useState } from 'react';
import { isProblem } from '#shared/api/problem.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { NO_RESPONSE } from '#shared/forms/form-state.ts';
import { LAYOUT_LIMITS } from '@vidhi/contracts/site-layout.ts';
import { useUnsavedGuard } from '../kit/guard.ts';
import {
  defaultDraft,
  draftOf,
  moved,
  newColumn,
  valuesOf,
  type DraftColumn,
  type LayoutDraft,
} from './layout-draft.ts';
import { LinkRows, MoveButtons } from './link-rows.tsx';
import { optionApi } from './settings.ts';
import * as styles from './layout-editor.module.css';
import * as kit from '../kit.module.css';

/** Edits menu and foot as lists of links, which are saved together. */
export function LayoutEditor({ row }: { row: Readonly<Record<string, unknown>> }) {
  const [draft, setDraft] = useState(() => draftOf(row));
  const [isUnsaved, setUnsaved] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { update } = optionApi.useWrites();
  const notices = useNotices();
  useUnsavedGuard(isUnsaved);

  const change = (next: LayoutDraft): void => {
    setDraft(next);
    setUnsaved(true);
  };
  const changeColumn = (at: number, column: DraftColumn): void =>
    change({ ...draft, foot: draft.foot.with(at, column) });

  async function save(): Promise<void> {
    if (isBusy) return;
    const result = valuesOf(draft);
    if ('problem' in result) return setProblem(result.problem);
    setBusy(true);
    const { error } = await update('', result.values);
    setBusy(false);
    setProblem(
      error === undefined ? null : isProblem(error) && error.status !== 0 ? error.message : NO_RESPONSE,
    );
    if (error !== undefined) return;
    setUnsaved(false);
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
          onChange={(menu) => change({ ...draft, menu })}
        />
      </section>
      <section aria-labelledby="layout-foot" className={kit.part}>
        <h2 id="layout-foot">Foot</h2>
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
                  onMove={(by) => change({ ...draft, foot: moved(draft.foot, at, by) })}
                  onRemove={() => change({ ...draft, foot: draft.foot.toSpliced(at, 1) })}
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
            type="button"
            className={kit.tool}
            onClick={() => change({ ...draft, foot: [...draft.foot, newColumn()] })}
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
        <button type="submit" className="button" disabled={isBusy}>
          Save
        </button>
        <button type="button" className="button button--plain" onClick={() => change(defaultDraft())}>
          Use the default
        </button>
      </p>
    </form>
  );
}

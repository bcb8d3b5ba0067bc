import type { Editor } from '@tiptap/core';
import { TABLE_ACTIONS } from './tables.ts';
import { useEditorValue } from './use-editor-value.ts';
import * as styles from './rich-text.module.css';

interface TableToolsProps {
  editor: Editor;
  onCaption: () => void;
}

const possible = (editor: Editor): string[] =>
  TABLE_ACTIONS.filter(({ command }) => command(editor.state)).map(({ label }) => label);

/** The tools of the table at the cursor. */
export function TableTools({ editor, onCaption }: TableToolsProps) {
  const labels = useEditorValue(editor, possible);
  return (
    <fieldset className={styles.richTableTools} aria-label="Table">
      <button type="button" className={styles.richTextTool} onClick={onCaption}>
        Caption
      </button>
      {TABLE_ACTIONS.filter(({ label }) => labels.includes(label)).map(({ label, run }) => (
        <button
          key={label}
          type="button"
          className={styles.richTextTool}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run(editor)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

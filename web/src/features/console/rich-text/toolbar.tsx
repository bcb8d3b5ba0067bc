import { type KeyboardEvent, type ReactNode } from 'react';
import type { Editor } from '@tiptap/core';
import { insertFootnote } from './footnotes.ts';
import { MoreTools } from './more-tools.tsx';
import { TableTools } from './table-tools.tsx';
import { insertTable } from './tables.ts';
import { ToolIcon, type TOOL_ICONS } from './toolbar-icons.tsx';
import { useEditorValue } from './use-editor-value.ts';
import * as styles from './rich-text.module.css';

/** The dialogs that tools open. */
export type EditorDialog = 'link' | 'picture' | 'video' | 'html' | 'caption';

interface ToolbarProps {
  editor: Editor;
  onDialog: (dialog: EditorDialog) => void;
}

const BLOCKS = [
  { name: 'paragraph', label: 'Paragraph' },
  { name: 'h2', label: 'Heading 2' },
  { name: 'h3', label: 'Heading 3' },
  { name: 'h4', label: 'Heading 4' },
  { name: 'preformatted', label: 'Preformatted' },
] as const;

interface Tool {
  icon: keyof typeof TOOL_ICONS;
  label: string;
  keys?: string;
  isActive?: boolean;
  isDisabled?: boolean;
  run: () => void;
}

const stateOf = (editor: Editor) => {
  const selected = editor.state.doc.nodeAt(editor.state.selection.from)?.type.name ?? '';
  const isOn = (name: string) => editor.isActive(name);
  return {
    block: BLOCKS.find(({ name }) => isOn(name))?.name ?? (/^h[56]$/.test(selected) ? selected : ''),
    marks: ['strong', 'em', 'a'].filter(isOn),
    wraps: ['bulletList', 'orderedList', 'blockquote', 'table', 'figure'].filter(isOn),
    selected: editor.state.selection.empty ? '' : selected,
    canUndo: editor.can().undo(),
    canRedo: editor.can().redo(),
  };
};

/** Moves the focus between the tools of a toolbar by the arrow keys, Home and End. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined && event.key !== 'Home' && event.key !== 'End') return;
  if (event.target instanceof HTMLSelectElement && step === undefined) return;
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>('button, select, summary')].filter(
    (tool) => tool.offsetParent !== null,
  );
  const at = tools.indexOf(event.target as HTMLElement);
  const next = event.key === 'Home' ? 0 : event.key === 'End' ? -1 : (at + (step ?? 0)) % tools.length;
  event.preventDefault();
  tools.at(next)?.focus();
}

const ToolButton = ({ icon, label, keys, isActive, isDisabled = false, run }: Tool) => (
  <button
    type="button"
    className={styles.richTool}
    aria-label={label}
    title={keys === undefined ? label : `${label} (${keys})`}
    aria-pressed={isActive}
    aria-disabled={isDisabled || undefined}
    // The text keeps its selection.
    onMouseDown={(event) => event.preventDefault()}
    onClick={() => !isDisabled && run()}
  >
    <ToolIcon name={icon} />
  </button>
);

const Group = ({ children }: { children: ReactNode }) => <span className={styles.richGroup}>{children}</span>;

/** The tools of the text. */
export function Toolbar({ editor, onDialog }: ToolbarProps) {
  const { block, marks, wraps, selected, canUndo, canRedo } = useEditorValue(editor, stateOf);
  const chain = () => editor.chain().focus();
  const setBlock = (name: string): void => void chain().setNode(name).run();
  const mark = (name: string) => () => void chain().toggleMark(name).run();
  const inFigure = wraps.includes('figure') || selected === 'image' || selected === 'figureImage';
  return (
    <div
      className={styles.richToolbar}

      role="toolbar"
      tabIndex={-1}
      aria-label="Text"
      onKeyDown={moveFocus}
    >
      <Group>
        <select
          className={styles.richBlocks}
          aria-label="Kind of block"
          value={block}
          onChange={(event) => setBlock(event.target.value)}
        >
          {block === '' && <option value="">–</option>}
          {BLOCKS.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
          {/^h[56]$/.test(block) && <option value={block}>Heading {block.slice(1)}</option>}
        </select>
        <ToolButton
          icon="strong"
          label="Bold"
          keys="Ctrl-B"
          isActive={marks.includes('strong')}
          run={mark('strong')}
        />
        <ToolButton icon="em" label="Italic" keys="Ctrl-I" isActive={marks.includes('em')} run={mark('em')} />
        <ToolButton
          icon="a"
          label="Link"
          keys="Ctrl-L"
          isActive={marks.includes('a')}
          run={() => onDialog('link')}
        />
      </Group>
      <Group>
        <ToolButton
          icon="bulletList"
          label="Bulleted list"
          keys="Ctrl-Shift-8"
          isActive={wraps.includes('bulletList')}
          run={() => void chain().toggleList('bulletList', 'listItem').run()}
        />
        <ToolButton
          icon="orderedList"
          label="Numbered list"
          keys="Ctrl-Shift-7"
          isActive={wraps.includes('orderedList')}
          run={() => void chain().toggleList('orderedList', 'listItem').run()}
        />
        <ToolButton
          icon="blockquote"
          label="Quotation"
          keys="Ctrl-Shift-9"
          isActive={wraps.includes('blockquote')}
          run={() => void chain().toggleWrap('blockquote').run()}
        />
      </Group>
      <Group>
        <ToolButton
          icon="picture"
          label={inFigure ? 'Change the picture' : 'Picture'}
          isActive={inFigure}
          run={() => onDialog('picture')}
        />
        <ToolButton
          icon="video"
          label={selected === 'youtube' ? 'Change the video' : 'Video'}
          isActive={selected === 'youtube'}
          run={() => onDialog('video')}
        />
        <ToolButton
          icon="table"
          label="Table"
          isDisabled={wraps.includes('table')}
          run={() => insertTable(editor)}
        />
        <ToolButton icon="footnote" label="Footnote" run={() => void insertFootnote(editor)} />
      </Group>
      <MoreTools editor={editor} />
      <Group>
        <ToolButton
          icon="undo"
          label="Undo"
          keys="Ctrl-Z"
          isDisabled={!canUndo}
          run={() => void chain().undo().run()}
        />
        <ToolButton
          icon="redo"
          label="Redo"
          keys="Ctrl-Shift-Z"
          isDisabled={!canRedo}
          run={() => void chain().redo().run()}
        />
      </Group>
      {selected === 'rawBlock' && (
        <button type="button" className={styles.richTextTool} onClick={() => onDialog('html')}>
          Edit as HTML
        </button>
      )}
      {wraps.includes('table') && <TableTools editor={editor} onCaption={() => onDialog('caption')} />}
    </div>
  );
}

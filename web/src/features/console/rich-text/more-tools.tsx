import { useEffect, useRef } from 'react';
import type { Editor } from '@tiptap/core';
import { useEditorValue } from './use-editor-value.ts';
import * as styles from './rich-text.module.css';

const MARKS = [
  { name: 'u', label: 'Underlined' },
  { name: 's', label: 'Struck out' },
  { name: 'sup', label: 'Superscript' },
  { name: 'sub', label: 'Subscript' },
  { name: 'mark', label: 'Highlighted' },
  { name: 'small', label: 'Small print' },
  { name: 'code', label: 'Code' },
] as const;

const ALIGNMENTS = [
  { value: null, label: 'Left' },
  { value: 'align-center', label: 'Centred' },
  { value: 'align-right', label: 'Right' },
] as const;

const TEXT_BLOCK = /^(?:paragraph|h\d)$/;

/** Sets an attribute of the selected paragraphs and headings. */
function setOnBlocks(editor: Editor, name: string, value: string | null): void {
  const { tr, selection, doc } = editor.state;
  doc.nodesBetween(selection.from, selection.to, (node, at) => {
    if (TEXT_BLOCK.test(node.type.name)) tr.setNodeAttribute(at, name, value);
  });
  editor.view.dispatch(tr);
  editor.view.focus();
}

const isHindi = (editor: Editor): boolean =>
  editor.isActive('span', { lang: 'hi' }) || editor.state.selection.$from.parent.attrs['lang'] === 'hi';

/** Marks the selected words as Hindi, or without a selection the paragraph. */
function toggleHindi(editor: Editor): void {
  const isOn = isHindi(editor);
  const { empty, $from } = editor.state.selection;
  if (empty || $from.parent.attrs['lang'] === 'hi') setOnBlocks(editor, 'lang', isOn ? null : 'hi');
  else if (isOn) editor.chain().focus().unsetMark('span').run();
  else editor.chain().focus().setMark('span', { lang: 'hi' }).run();
}

interface MoreToolsProps {
  editor: Editor;
}

const stateOf = (editor: Editor) => ({
  marks: MARKS.filter(({ name }) => editor.isActive(name)).map(({ name }) => name as string),
  alignment: editor.state.selection.$from.parent.attrs['class'] as string | null | undefined,
  isHindi: isHindi(editor),
});

/** The tools that are needed seldom. */
export function MoreTools({ editor }: MoreToolsProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const state = useEditorValue(editor, stateOf);
  useEffect(() => {
    const element = menu.current;
    const handleKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || element?.open !== true) return;
      event.stopPropagation();
      element.open = false;
      element.querySelector('summary')?.focus();
    };
    const handleLeave = ({ relatedTarget }: FocusEvent): void => {
      if (element !== null && !(relatedTarget instanceof Node && element.contains(relatedTarget)))
        element.open = false;
    };
    element?.addEventListener('keydown', handleKey);
    element?.addEventListener('focusout', handleLeave);
    return () => {
      element?.removeEventListener('keydown', handleKey);
      element?.removeEventListener('focusout', handleLeave);
    };
  }, []);
  const run = (action: () => void) => () => {
    if (menu.current !== null) menu.current.open = false;
    action();
  };
  return (
    <details className={styles.richMore} ref={menu}>
      <summary className={styles.richTool} aria-label="More tools" title="More tools">
        ⋯
      </summary>
      <div className={styles.richMenu}>
        {MARKS.map(({ name, label }) => (
          <button
            key={name}
            type="button"
            aria-pressed={state.marks.includes(name)}
            onClick={run(() => void editor.chain().focus().toggleMark(name).run())}
          >
            {label}
          </button>
        ))}
        <button type="button" aria-pressed={state.isHindi} onClick={run(() => toggleHindi(editor))}>
          Hindi
        </button>
        {ALIGNMENTS.map(({ value, label }) => (
          <button
            key={label}
            type="button"
            aria-pressed={(state.alignment ?? null) === value}
            onClick={run(() => setOnBlocks(editor, 'class', value))}
          >
            {label}
          </button>
        ))}
        <button
          type="button"
          onClick={run(() => void editor.chain().focus().insertContent({ type: 'rule' }).run())}
        >
          Line across
        </button>
        <button type="button" onClick={run(() => void editor.chain().focus().unsetAllMarks().run())}>
          Plain text
        </button>
      </div>
    </details>
  );
}

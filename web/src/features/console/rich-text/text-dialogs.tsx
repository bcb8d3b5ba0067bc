import { useState } from 'react';
import type { Editor } from '@tiptap/core';
import { parseYoutube, youtubePlayer } from '@vidhi/contracts/youtube.ts';
import { DialogField, DialogForm, NativeDialog } from '../dialog/native-dialog.tsx';
import { RAW_BLOCK } from './element-nodes.ts';
import { stripTypedHtml } from './paste/strip-markup.ts';
import { setCaption, tableAt } from './tables.ts';
import * as styles from './rich-text.module.css';

interface TextDialogProps {
  editor: Editor;
  onClose: () => void;
}

/** Adds a video of YouTube, or changes its title. */
export function VideoDialog({ editor, onClose }: TextDialogProps) {
  const { from } = editor.state.selection;
  const selected = editor.state.doc.nodeAt(from);
  const existing = selected?.type.name === 'youtube' ? selected : null;
  const [address, setAddress] = useState(String(existing?.attrs['src'] ?? ''));
  const [title, setTitle] = useState(String(existing?.attrs['title'] ?? ''));
  const [error, setError] = useState<string | null>(null);
  const submit = (): void => {
    const target = parseYoutube(address);
    if (target === null) {
      setError('Paste the address of a video on YouTube');
      return;
    }
    const attrs = {
      ...existing?.attrs,
      src: youtubePlayer(target),
      title: title.trim() || 'Video',
      loading: 'lazy',
      allowfullscreen: '',
    };
    if (existing === null) editor.chain().insertContent({ type: 'youtube', attrs }).run();
    else editor.view.dispatch(editor.state.tr.setNodeMarkup(from, null, attrs));
    onClose();
    editor.commands.focus();
  };
  return (
    <NativeDialog title="Video" onClose={onClose}>
      <DialogForm submitLabel={existing === null ? 'Insert' : 'Save'} onSubmit={submit} onClose={onClose}>
        <DialogField label="Address on YouTube" error={error}>
          {(ids) => (
            <input
              {...ids}
              className="field__input"
              value={address}
              onChange={(event) => setAddress(event.target.value)}
            />
          )}
        </DialogField>
        <DialogField label="Title" help="What the video is, for readers who cannot see it">
          {(ids) => (
            <input
              {...ids}
              className="field__input"
              value={title}
              onChange={(event) => setTitle(event.target.value)}
            />
          )}
        </DialogField>
      </DialogForm>
    </NativeDialog>
  );
}

/** Changes a block that the editor shows as HTML. */
export function HtmlDialog({ editor, onClose }: TextDialogProps) {
  const { from } = editor.state.selection;
  const selected = editor.state.doc.nodeAt(from);
  const [html, setHtml] = useState(String(selected?.attrs['html'] ?? ''));
  const submit = (): void => {
    const { tr, doc } = editor.state;
    if (doc.nodeAt(from)?.type.name === RAW_BLOCK) {
      // Drawn before the server sanitizes it, so styles and scripts go here, too.
      const written = stripTypedHtml(html);
      if (written.trim() === '') tr.delete(from, from + 1);
      else tr.setNodeAttribute(from, 'html', written);
      editor.view.dispatch(tr);
    }
    onClose();
    editor.commands.focus();
  };
  return (
    <NativeDialog title="HTML" onClose={onClose}>
      <DialogForm submitLabel="Save" onSubmit={submit} onClose={onClose}>
        <DialogField label="HTML of the block" help="Elements that articles may not have are removed">
          {(ids) => (
            <textarea
              {...ids}
              className={`field__input ${styles.richCode}`}
              rows={12}
              spellCheck={false}
              value={html}
              onChange={(event) => setHtml(event.target.value)}
            />
          )}
        </DialogField>
      </DialogForm>
    </NativeDialog>
  );
}

/** Changes the caption of the table at the cursor. */
export function CaptionDialog({ editor, onClose }: TextDialogProps) {
  const [table] = useState(() => tableAt(editor));
  const [caption, setText] = useState(table?.caption ?? '');
  const submit = (): void => {
    if (table !== null) setCaption(editor, table.at, caption);
    onClose();
  };
  return (
    <NativeDialog title="Caption of the table" onClose={onClose}>
      <DialogForm submitLabel="Save" onSubmit={submit} onClose={onClose}>
        <DialogField label="Caption">
          {(ids) => (
            <input
              {...ids}
              className="field__input"
              value={caption}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </DialogField>
      </DialogForm>
    </NativeDialog>
  );
}

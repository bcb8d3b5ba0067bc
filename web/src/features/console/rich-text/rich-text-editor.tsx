import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState, type Ref } from 'react';
import type { Editor } from '@tiptap/core';
import { createEditor, type RichTextDocument } from './create-editor.ts';
import { LinkDialog, type SearchArticles } from './link-dialog.tsx';
import { PictureDialog, pictureAt, type PictureStore } from './picture-dialog.tsx';
import { passageAt, revealPassage } from './passages.ts';
import { CaptionDialog, HtmlDialog, VideoDialog } from './text-dialogs.tsx';
import { Toolbar, type EditorDialog } from './toolbar.tsx';
import * as styles from './rich-text.module.css';

/** Access of the page to the text of an editor. */
export interface RichTextHandle {
  /** The text as it is to be stored: what nobody has changed, byte by byte as it was. */
  toHtml: () => string;
  /** Replaces the whole text. */
  load: (html: string) => void;
  focus: () => void;
  /** Scrolls to a block and puts the cursor there: the first that the first matching selector finds. */
  reveal: (selectors: readonly string[]) => void;
  text: () => string;
  /** The selected passage up to the end of its block, with the number of the block; null where nothing is selected. */
  selectedPassage: () => { quote: string; block: number } | null;
  /** Scrolls to the block with a passage, the nearest to a number, and puts the cursor there. False where no block has it. */
  revealPassage: (quote: string, block: number) => boolean;
}

export interface RichTextEditorProps {
  ref?: Ref<RichTextHandle>;
  /** The stored HTML; a later one is ignored: see `load`. */
  html: string;
  label: string;
  placeholder: string;
  /** Called after every change of the text, before it is painted: it has to be quick. */
  onChange: () => void;
  search: SearchArticles;
  pictures: PictureStore;
  /** Called with a message that concerns what was pasted. */
  onNotice: (message: string) => void;
  isReadOnly?: boolean;
}

interface OpenDialog {
  kind: EditorDialog;
  file?: File;
}

/** The dialog of the block that is selected; null where it has none. */
function detailsOf(editor: Editor): OpenDialog | null {
  const selected = editor.state.doc.nodeAt(editor.state.selection.from)?.type.name ?? '';
  const kind = DETAILS[selected];
  return kind === undefined ? null : { kind };
}

const DETAILS: Readonly<Partial<Record<string, EditorDialog>>> = {
  youtube: 'video',
  rawBlock: 'html',
  image: 'picture',
  figureImage: 'picture',
  figure: 'picture',
};

const lostPictures = (count: number): string =>
  `${count === 1 ? 'One picture was' : `${count} pictures were`} not pasted: add ${count === 1 ? 'it' : 'them'} from your computer`;

/**
 * The field of an article's text. Loading and saving change no byte that nobody has edited; React does not render while
 * somebody types.
 */
export function RichTextEditor(props: RichTextEditorProps) {
  const { ref, html, label, placeholder, onChange, search, pictures, onNotice, isReadOnly = false } = props;
  const holder = useRef<HTMLDivElement>(null);
  const [initial] = useState({ html, label, placeholder });
  const [rich, setRich] = useState<RichTextDocument | null>(null);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);

  const handleChange = useEffectEvent(() => onChange());
  const handleLostPictures = useEffectEvent((count: number) => onNotice(lostPictures(count)));
  useEffect(() => {
    if (holder.current === null) return undefined;
    const created = createEditor({
      ...initial,
      element: holder.current,
      onPictures: ([file], at) => {
        if (file === undefined) return;
        created.editor.commands.setTextSelection(at);
        setDialog({ kind: 'picture', file });
      },
      onLostPictures: (count) => handleLostPictures(count),
      onLink: () => setDialog({ kind: 'link' }),
      onDetails: () => setDialog(detailsOf(created.editor)),
    });
    created.editor.on('update', () => handleChange());
    setRich(created);
    return () => created.editor.destroy();
  }, [initial]);

  useEffect(() => rich?.editor.setEditable(!isReadOnly, false), [rich, isReadOnly]);

  useImperativeHandle(
    ref,
    () => ({
      toHtml: () => rich?.toHtml() ?? html,
      load: (next) => rich?.load(next),
      focus: () => void rich?.editor.commands.focus(),
      text: () => rich?.editor.state.doc.textBetween(0, rich.editor.state.doc.content.size, '\n', ' ') ?? '',
      selectedPassage: () => (rich === null ? null : passageAt(rich.editor)),
      revealPassage: (quote, block) => rich !== null && revealPassage(rich.editor, quote, block),
      reveal: (selectors) => {
        const found = selectors
          .map((selector) => holder.current?.querySelector(selector))
          .find((one) => one !== null && one !== undefined);
        if (rich === null || found === null || found === undefined) return;
        found.scrollIntoView({ block: 'center' });
        rich.editor.chain().setTextSelection(rich.editor.view.posAtDOM(found, 0)).focus().run();
      },
    }),
    [rich, html],
  );

  const editor = rich?.editor ?? null;
  const close = () => setDialog(null);
  return (
    <div className={styles.richEditor}>
      {editor !== null && !isReadOnly && <Toolbar editor={editor} onDialog={(kind) => setDialog({ kind })} />}
      <div ref={holder} />
      {editor !== null && dialog?.kind === 'link' && (
        <LinkDialog editor={editor} search={search} onClose={close} />
      )}
      {editor !== null && dialog?.kind === 'picture' && (
        <PictureDialog
          editor={editor}
          target={dialog.file === undefined ? pictureAt(editor) : null}
          file={dialog.file ?? null}
          pictures={pictures}
          onClose={close}
        />
      )}
      {editor !== null && dialog?.kind === 'video' && <VideoDialog editor={editor} onClose={close} />}
      {editor !== null && dialog?.kind === 'html' && <HtmlDialog editor={editor} onClose={close} />}
      {editor !== null && dialog?.kind === 'caption' && <CaptionDialog editor={editor} onClose={close} />}
    </div>
  );
}

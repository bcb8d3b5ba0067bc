import { Editor } from '@tiptap/core';
import { Dropcursor, Gapcursor, Placeholder, UndoRedo } from '@tiptap/extensions';
import { closeHistory } from '@tiptap/pm/history';
import { Fragment, Slice } from '@tiptap/pm/model';
import { EditorState, NodeSelection } from '@tiptap/pm/state';
import { editorBehaviour } from './editor-behaviour.ts';
import { elementExtensions } from './element-nodes.ts';
import { nodeViews } from './node-views.ts';
import { cleanPastedHtml } from './paste/clean-pasted-html.ts';
import { paragraphsOfText } from './paste/join-pdf-lines.ts';
import { loadDocument, type StoredDocument } from './stored-document.ts';
import * as prose from './rich-prose.module.css';
import * as styles from './rich-text.module.css';

interface EditorSettings {
  element: HTMLElement;
  html: string;
  /** Accessible name of the text. */
  label: string;
  placeholder: string;
  /** Called with pictures that were pasted or dropped, and where. */
  onPictures: (files: readonly File[], at: number) => void;
  /** Called after a paste that left out pictures. */
  onLostPictures: (count: number) => void;
  /** Ctrl-L. */
  onLink: () => void;
  /** A double click on a picture, a video or a block of HTML, or Enter when it is selected. */
  onDetails: () => void;
}

/** The editor, and the text that was stored and is changed in it. */
export interface RichTextDocument {
  editor: Editor;
  toHtml: () => string;
  /** Replaces the whole text, without a step to undo. */
  load: (html: string) => void;
}

const pictureFiles = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => /^image\/(?:png|jpe?g|gif)$/.test(type));

/** Creates the editor of stored HTML in an element. Its HTML is parsed here only; TipTap gets nodes, never a text to parse. */
export function createEditor(settings: EditorSettings): RichTextDocument {
  const { element, html, label, placeholder, onPictures, onLostPictures, onLink, onDetails } = settings;
  const editor = new Editor({
    element,
    content: { type: 'doc', content: [{ type: 'paragraph' }] },
    injectCSS: false,
    enableCoreExtensions: { textDirection: false },
    extensions: [
      ...elementExtensions(),
      editorBehaviour,
      nodeViews,
      UndoRedo,
      Dropcursor.configure({ color: false, class: styles.richDropcursor }),
      Gapcursor,
      Placeholder.configure({ placeholder }),
    ],
    editorProps: {
      attributes: {
        class: `${styles.richText} ${prose.richProse}`,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        spellcheck: 'true',
      },
      transformPastedHTML: (pasted) => {
        const cleaned = cleanPastedHtml(pasted);
        if (cleaned.lostPictures > 0) onLostPictures(cleaned.lostPictures);
        return cleaned.html;
      },
      clipboardTextParser: (text, $context, _plain, view) => {
        const { schema } = view.state;
        const parts = $context.parent.type.spec.code === true ? [text] : paragraphsOfText(text);
        const blocks = parts.map((part) => schema.nodes['paragraph']?.create(null, schema.text(part)));
        return new Slice(Fragment.from(blocks.filter((block) => block !== undefined)), 1, 1);
      },
      handleKeyDown: (view, event) => {
        const isLink =
          (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'l';
        const isDetails = event.key === 'Enter' && view.state.selection instanceof NodeSelection;
        if (isLink) onLink();
        else if (isDetails && !event.ctrlKey && !event.metaKey) onDetails();
        else return false;
        event.preventDefault();
        return true;
      },
      handleDOMEvents: {
        // The first click has selected the block. ProseMirror would select the word at its place next, where there is no text.
        mousedown: (view, event) => {
          const { selection } = view.state;
          if (event.detail !== 2 || !(selection instanceof NodeSelection) || !selection.node.isAtom)
            return false;
          const drawn = view.nodeDOM(selection.from);
          if (drawn === null || !event.composedPath().includes(drawn)) return false;
          event.preventDefault();
          onDetails();
          return true;
        },
      },
      // An empty paragraph would have the text of the first pasted one, but not its language.
      transformPasted: (slice, view) => {
        const { empty, $from } = view.state.selection;
        const first = slice.content.firstChild;
        const isIntoNothing =
          empty && $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0;
        const isOwn =
          first?.type.name === 'paragraph' && !first.hasMarkup($from.parent.type, $from.parent.attrs);
        return isIntoNothing && isOwn && slice.openStart === 1
          ? new Slice(slice.content, 0, slice.openEnd)
          : slice;
      },
      handlePaste: (view, event) => {
        // What was typed just before is a step of its own to undo.
        view.dispatch(closeHistory(view.state.tr));
        const files = pictureFiles(event.clipboardData);
        if (files.length === 0 || (event.clipboardData?.types.includes('text/html') ?? false)) return false;
        onPictures(files, view.state.selection.from);
        return true;
      },
      handleDrop: (view, event, _slice, isMoved) => {
        const files = pictureFiles(event.dataTransfer);
        if (isMoved || files.length === 0) return false;
        event.preventDefault();
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
        onPictures(files, at ?? view.state.selection.from);
        return true;
      },
    },
  });
  let stored: StoredDocument = loadDocument(editor.schema, html);
  const show = (): void => {
    const { plugins } = editor.state;
    editor.view.updateState(EditorState.create({ doc: stored.doc, plugins }));
  };
  show();
  return {
    editor,
    toHtml: () => stored.toHtml(editor.state.doc),
    load: (next) => {
      stored = loadDocument(editor.schema, next);
      show();
    },
  };
}

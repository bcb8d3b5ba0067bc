import { useState, type ChangeEvent } from 'react';
import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { ALTERNATIVE_TEXTS, isAlternativeText } from '../dialog/alternative-text.ts';
import { DialogField, DialogForm, NativeDialog } from '../dialog/native-dialog.tsx';
import { PictureChoice, type LibraryPicture, type SearchPictures } from '../dialog/picture-choice.tsx';
import { isShownPicture } from './trusted-html.ts';
import * as styles from './rich-text.module.css';

/** A picture that the site stores. */
interface UploadedPicture {
  url: string;
  width: number | null;
  height: number | null;
}
/** Storage of the pictures of a text. */
export interface PictureStore {
  /** Stores a picture; rejects with an error whose message can be shown. */
  upload: (file: File, alt: string) => Promise<UploadedPicture>;
  search: SearchPictures;
}

/** A picture as it is in the text: a figure with caption and credit, or a picture within a line. */
export interface PictureTarget {
  /** Position of the figure or the picture; null for a new one. */
  at: number | null;
  src: string;
  alt: string | null;
  caption: string;
  /** True for a picture within a line, which has no caption. */
  isInline: boolean;
  size: { width: string | null; height: string | null };
}

/** Separates caption and credit; the credit is the last part. */
const CREDIT = ' · ';

/** Returns the figure or the picture that is selected, or in which the cursor is. */
export function pictureAt(editor: Editor): PictureTarget | null {
  const { selection, doc } = editor.state;
  const { $from } = selection;
  const at = selection.from;
  const selected = doc.nodeAt(at);
  const depth = [...Array($from.depth + 1).keys()].find((one) => $from.node(one).type.name === 'figure');
  const figure =
    depth === undefined ? (selected?.type.name === 'figure' ? selected : null) : $from.node(depth);
  if (figure !== null) {
    const picture = figure.children.find(({ type }) => type.name === 'figureImage');
    if (picture === undefined) return null;
    const caption = figure.children.find(({ type }) => type.name === 'figcaption');
    return targetOf(
      picture,
      depth === undefined ? at : $from.before(depth),
      caption?.textContent ?? '',
      false,
    );
  }
  return selected?.type.name === 'image' ? targetOf(selected, at, '', true) : null;
}

const targetOf = (picture: Node, at: number, caption: string, isInline: boolean): PictureTarget => {
  const { src, alt, width, height } = picture.attrs as Record<string, string | null>;
  return {
    at,
    src: src ?? '',
    alt: alt ?? null,
    caption,
    isInline,
    size: { width: width ?? null, height: height ?? null },
  };
};

/** The figure or picture of a target as a node of the document. */
function writePicture(editor: Editor, target: PictureTarget): void {
  const { schema, tr, doc, selection } = editor.state;
  const { figure, figureImage, figcaption, image } = schema.nodes;
  if (!figure || !figureImage || !figcaption || !image) return;
  const old = target.at === null ? null : doc.nodeAt(target.at);
  const values = { src: target.src, alt: target.alt, ...target.size };
  if (old !== null && target.at !== null && target.isInline)
    tr.setNodeMarkup(target.at, null, { ...old.attrs, ...values });
  else if (old !== null && target.at !== null) {
    const caption = old.children.find(({ type }) => type.name === 'figcaption');
    const written =
      caption?.textContent === target.caption
        ? caption
        : target.caption === ''
          ? null
          : figcaption.create(caption?.attrs, schema.text(target.caption));
    const others = old.children.filter(({ type }) => type.name !== 'figcaption');
    const pictures = others.map((node) =>
      node.type === figureImage ? figureImage.create({ ...node.attrs, ...values }, null, node.marks) : node,
    );
    tr.replaceWith(
      target.at,
      target.at + old.nodeSize,
      figure.create(old.attrs, written === null ? pictures : [...pictures, written]),
    );
  } else {
    const caption = target.caption === '' ? [] : [figcaption.create(null, schema.text(target.caption))];
    const node = figure.create(null, [figureImage.create(values), ...caption]);
    const { $to } = selection;
    const isEmpty = $to.parent.isTextblock && $to.parent.content.size === 0;
    if (isEmpty && $to.depth === 1)
      tr.replaceWith(
        $to.before(1),
        $to.after(1),
        [node, schema.nodes['paragraph']?.create()].filter((one) => one !== undefined),
      );
    else tr.insert($to.depth === 0 ? $to.pos : $to.after(1), node);
  }
  editor.view.dispatch(tr.scrollIntoView());
}

interface PictureDialogProps {
  editor: Editor;
  target: PictureTarget | null;
  /** A file that was pasted or dropped. */
  file: File | null;
  pictures: PictureStore;
  onClose: () => void;
}

/** Adds a picture from the computer or from the library, or changes the texts of one. The alternative text comes before the picture. */
export function PictureDialog({ editor, target, file: pasted, pictures, onClose }: PictureDialogProps) {
  const [file, setFile] = useState<File | null>(pasted);
  const [chosen, setChosen] = useState<LibraryPicture | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const [alt, setAlt] = useState(target?.alt ?? '');
  const [isDecorative, setDecorative] = useState(target?.alt === '');
  const [caption = '', ...credits] = target?.caption.split(CREDIT) ?? [];
  const [text, setText] = useState([caption, ...credits.slice(0, -1)].join(CREDIT));
  const [credit, setCredit] = useState(credits.at(-1) ?? '');
  const [errors, setErrors] = useState<{ file?: string; alt?: string }>({});
  const [isBusy, setBusy] = useState(false);

  const submit = async (): Promise<void> => {
    const found = {
      ...(file === null && chosen === null && target === null ? { file: 'Choose a picture' } : {}),
      ...(isDecorative || isAlternativeText(alt) ? {} : { alt: ALTERNATIVE_TEXTS.missing }),
    };
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const described = isDecorative ? '' : alt.trim();
      const stored = file === null ? chosen : await pictures.upload(file, described);
      const size = (value: number | null) => (value === null ? null : String(value));
      writePicture(editor, {
        at: target?.at ?? null,
        src: stored?.url ?? target?.src ?? '',
        alt: described,
        caption: [text.trim(), credit.trim()].filter((one) => one !== '').join(CREDIT),
        isInline: target?.isInline ?? false,
        size:
          stored === null
            ? (target?.size ?? { width: null, height: null })
            : { width: size(stored.width), height: size(stored.height) },
      });
      onClose();
      editor.commands.focus();
    } catch (error) {
      setErrors({ file: error instanceof Error ? error.message : 'The picture could not be stored' });
      setBusy(false);
    }
  };
  const handleFile = (event: ChangeEvent<HTMLInputElement>) => {
    setFile(event.target.files?.[0] ?? null);
    setChosen(null);
    setErrors(({ file: _file, ...others }) => others);
  };

  /** Fills empty fields from the library; typed texts stay. */
  const handleChoice = (picture: LibraryPicture) => {
    setChosen(picture);
    setFile(null);
    setChoosing(false);
    setErrors({});
    if (alt.trim() === '' && !isDecorative) setAlt(picture.alternativeText ?? '');
    if (text.trim() === '') setText(picture.caption ?? '');
    if (credit.trim() === '') setCredit(picture.credit ?? '');
  };

  if (isChoosing)
    return (
      <PictureChoice search={pictures.search} onChoose={handleChoice} onClose={() => setChoosing(false)} />
    );
  const shown = chosen ?? (target === null ? null : { url: target.src, name: target.alt });
  return (
    <NativeDialog title="Picture" onClose={onClose}>
      <DialogForm
        submitLabel={target === null ? 'Insert' : 'Save'}
        busyLabel="Storing"
        isBusy={isBusy}
        actions={
          pasted === null && (
            <button
              type="button"
              className="button button--plain"
              disabled={isBusy}
              onClick={() => setChoosing(true)}
            >
              Choose from the library
            </button>
          )
        }
        onSubmit={() => void submit()}
        onClose={onClose}
      >
        {shown !== null && isShownPicture(shown.url) && (
          <img className={styles.richPreview} src={shown.url} alt={shown.name ?? ''} />
        )}
        {pasted !== null && <p className="field__help">{pasted.name}</p>}
        {pasted === null && (
          <DialogField
            label={target === null ? 'Picture' : 'Another picture'}
            help="PNG, JPEG or GIF"
            error={errors.file ?? null}
          >
            {(ids) => (
              <input {...ids} type="file" accept="image/png,image/jpeg,image/gif" onChange={handleFile} />
            )}
          </DialogField>
        )}
        <DialogField label={ALTERNATIVE_TEXTS.label} help={ALTERNATIVE_TEXTS.help} error={errors.alt ?? null}>
          {(ids) => (
            <input
              {...ids}
              className="field__input"
              value={isDecorative ? '' : alt}
              disabled={isDecorative}
              onChange={(event) => setAlt(event.target.value)}
            />
          )}
        </DialogField>
        <label className={styles.richCheck}>
          <input
            type="checkbox"
            checked={isDecorative}
            onChange={(event) => setDecorative(event.target.checked)}
          />{' '}
          Only decoration
        </label>
        {target?.isInline !== true && (
          <>
            <DialogField label="Caption">
              {(ids) => (
                <input
                  {...ids}
                  className="field__input"
                  value={text}
                  onChange={(event) => setText(event.target.value)}
                />
              )}
            </DialogField>
            <DialogField label="Credit" help="Photographer or agency">
              {(ids) => (
                <input
                  {...ids}
                  className="field__input"
                  value={credit}
                  onChange={(event) => setCredit(event.target.value)}
                />
              )}
            </DialogField>
          </>
        )}
      </DialogForm>
    </NativeDialog>
  );
}

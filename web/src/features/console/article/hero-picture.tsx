import { useState } from 'react';
import { ALTERNATIVE_TEXTS, isAlternativeText } from '../dialog/alternative-text.ts';
import { DialogField, DialogForm, NativeDialog } from '../dialog/native-dialog.tsx';
import { PictureChoice, type LibraryPicture } from '../dialog/picture-choice.tsx';
import { isShownPicture } from '../rich-text/trusted-html.ts';
import type { ArticleClient } from './article-client.ts';
import type { Picture } from './article-values.ts';
import * as styles from './article.module.css';

interface HeroPictureProps {
  client: ArticleClient;
  picture: Picture | null;
  onChange: (picture: Picture | null) => void;
  isDisabled?: boolean;
}

/** The picture above the text, which cards and shared links show, too. */
export function HeroPicture({ client, picture, onChange, isDisabled = false }: HeroPictureProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.articleHero}>
      {picture === null ? (
        <button
          type="button"
          className={styles.articleHeroEmpty}
          disabled={isDisabled}
          onClick={() => setOpen(true)}
        >
          Add the picture at the top
        </button>
      ) : (
        <figure>
          {isShownPicture(picture.url) ? (
            <img src={picture.url} alt={picture.alt ?? ''} />
          ) : (
            <p className={styles.articleHeroCard}>Picture on another site: {picture.url}</p>
          )}
          <figcaption>
            {picture.alt ?? <strong className={styles.articleHeroMissing}>No alternative text</strong>}
            <span>
              <button
                type="button"
                className="button button--plain"
                disabled={isDisabled}
                onClick={() => setOpen(true)}
              >
                Replace
              </button>
              <button
                type="button"
                className="button button--plain"
                disabled={isDisabled}
                onClick={() => onChange(null)}
              >
                Remove
              </button>
            </span>
          </figcaption>
        </figure>
      )}
      {isOpen && <HeroDialog client={client} onChange={onChange} onClose={() => setOpen(false)} />}
    </div>
  );
}

function HeroDialog({
  client,
  onChange,
  onClose,
}: Pick<HeroPictureProps, 'client' | 'onChange'> & { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [alt, setAlt] = useState('');
  const [errors, setErrors] = useState<{ file?: string; alt?: string }>({});
  const [isBusy, setBusy] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const choose = ({ id, url, alternativeText, caption }: LibraryPicture): void => {
    onChange({ id, url, alt: alternativeText || null, caption });
    onClose();
  };
  const submit = async (): Promise<void> => {
    const found = {
      ...(file === null ? { file: 'Choose a picture' } : {}),
      ...(isAlternativeText(alt) ? {} : { alt: ALTERNATIVE_TEXTS.missing }),
    };
    setErrors(found);
    if (file === null || Object.keys(found).length > 0) return;
    setBusy(true);
    const { value, failure } = await client.upload(file, alt.trim());
    setBusy(false);
    if (failure !== undefined) {
      setErrors({ file: failure.problem.message });
      return;
    }
    choose(value);
  };
  if (isChoosing)
    return (
      <PictureChoice search={client.searchPictures} onChoose={choose} onClose={() => setChoosing(false)} />
    );
  return (
    <NativeDialog title="Picture at the top" onClose={onClose}>
      <DialogForm
        submitLabel="Use it"
        busyLabel="Storing"
        isBusy={isBusy}
        actions={
          <button
            type="button"
            className="button button--plain"
            disabled={isBusy}
            onClick={() => setChoosing(true)}
          >
            Choose from the library
          </button>
        }
        onSubmit={() => void submit()}
        onClose={onClose}
      >
        <DialogField
          label="Picture"
          help="PNG, JPEG or GIF, at least 1,200 pixels wide for cards"
          error={errors.file ?? null}
        >
          {(ids) => (
            <input
              {...ids}
              type="file"
              accept="image/png,image/jpeg,image/gif"
              onChange={(event) => setFile(event.target.files?.[0] ?? null)}
            />
          )}
        </DialogField>
        <DialogField label={ALTERNATIVE_TEXTS.label} help={ALTERNATIVE_TEXTS.help} error={errors.alt ?? null}>
          {(ids) => (
            <input
              {...ids}
              className="field__input"
              value={alt}
              onChange={(event) => setAlt(event.target.value)}
            />
          )}
        </DialogField>
      </DialogForm>
    </NativeDialog>
  );
}

import { useEffect, useRef, useState } from 'react';
import { NO_RESPONSE } from '#shared/forms/form-state.ts';
import { isAlternativeText } from '../dialog/alternative-text.ts';
import { useUnsavedGuard } from '../kit/guard.ts';
import { messageOf } from '../kit/message-of.ts';
import { RecordLink } from '../kit/record-link.tsx';
import * as kit from '../kit.module.css';
import * as styles from '../media.module.css';
import { MEDIA_PATH, mediaApi, type MediaRow } from './media-resource.tsx';

interface Upload {
  key: string;
  file: File;
  /** `undescribed`: a picture of which nobody has said yet what it shows. */
  state: 'undescribed' | 'waiting' | 'sending' | 'stored' | 'failed';
  alternative: string;
  isDecorative: boolean;
  /** Why it failed, or what is missing. */
  message?: string;
  id?: number;
}

const STATES: Readonly<Record<Upload['state'], string>> = {
  undescribed: 'is not uploaded yet',
  waiting: 'waits',
  sending: 'is being uploaded',
  stored: 'is stored',
  failed: 'was not stored',
};
const TEXTS = {
  alternative: 'What it shows',
  decorative: 'Only decoration',
  missing: 'Please say what the picture shows, in three letters or more, or that it is only decoration',
  help: 'Say what each picture shows, for people who cannot see it. Then upload the pictures.',
  upload: (count: number) => (count === 1 ? 'Upload the picture' : `Upload ${count} pictures`),
} as const;

const isDocumentFile = ({ name, type }: File): boolean =>
  type === 'application/pdf' || name.toLowerCase().endsWith('.pdf');
const isDescribed = ({ alternative, isDecorative }: Upload): boolean =>
  isDecorative || isAlternativeText(alternative);
/** A decorative picture has an empty text, which screen readers pass over. */
const alternativeOf = ({ alternative, isDecorative }: Upload): string =>
  isDecorative ? '' : alternative.trim();

let uploads = 0;

/**
 * Uploads pictures and documents one after the other, and says of each what became of it. Pictures wait until somebody has said
 * what they show.
 */
export function UploadPanel({ folder }: { folder: string }) {
  const { send } = mediaApi.useWrites();
  const input = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const [list, setList] = useState<readonly Upload[]>([]);
  const isBusy = list.some(({ state }) => state === 'waiting' || state === 'sending');
  const undescribed = list.filter(({ state }) => state === 'undescribed');
  useUnsavedGuard(isBusy || undescribed.length > 0);

  const set = (key: string, change: Partial<Upload>) =>
    setList((before) => before.map((one) => (one.key === key ? { ...one, ...change } : one)));

  async function uploadOne(upload: Upload): Promise<void> {
    const { key, file } = upload;
    set(key, { state: 'sending' });
    const body = new FormData();
    body.append('files', file);
    const described = isDocumentFile(file) ? {} : { alternativeText: alternativeOf(upload) };
    body.append('fileInfo', JSON.stringify({ folder, ...described }));
    const { data, error } = await send({ url: '/upload', method: 'POST', body });
    const [stored] = (data ?? []) as readonly { id: number }[];
    if (error === undefined && stored !== undefined) return set(key, { state: 'stored', id: stored.id });
    set(key, {
      state: 'failed',
      message: messageOf(error),
    });
  }

  async function uploadAll(some: readonly Upload[]): Promise<void> {
    // One at a time: the service re-encodes each picture.
    for (const upload of some) await uploadOne(upload);
  }

  function handleFiles(files: readonly File[]): void {
    const added = files.map((file): Upload => {
      const isDocument = isDocumentFile(file);
      return {
        key: `upload-${(uploads += 1)}`,
        file,
        state: isDocument ? 'waiting' : 'undescribed',
        alternative: '',
        isDecorative: false,
      };
    });
    setList((before) => [...before, ...added]);
    void uploadAll(added.filter(({ state }) => state === 'waiting'));
  }

  function handleSubmit(): void {
    const ready = undescribed.filter(isDescribed);
    const missing = new Set(undescribed.filter((one) => !isDescribed(one)).map(({ key }) => key));
    setList((before) =>
      before.map((one) =>
        missing.has(one.key)
          ? { ...one, message: TEXTS.missing }
          : ready.includes(one)
            ? { ...one, state: 'waiting' }
            : one,
      ),
    );
    const [first] = missing;
    if (first !== undefined) form.current?.querySelector<HTMLInputElement>(`#${first}`)?.focus();
    void uploadAll(ready);
  }

  return (
    <section className={styles.upload} aria-label="Upload">
      <span>
        <button type="button" className="button" onClick={() => input.current?.click()}>
          Upload files
        </button>{' '}
        {folder !== '/' && `They go into the folder ${folder}`}
      </span>
      <input
        ref={input}
        type="file"
        aria-label="Files to upload"
        hidden
        multiple
        accept=".png,.jpeg,.jpg,.gif,.pdf"
        onChange={({ target }) => {
          handleFiles([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      {undescribed.length > 0 && (
        <form
          ref={form}
          className={styles.described}
          aria-label="Pictures to describe"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            handleSubmit();
          }}
        >
          <p>{TEXTS.help}</p>
          {undescribed.map((one) => (
            <DescribedPicture key={one.key} upload={one} onChange={(change) => set(one.key, change)} />
          ))}
          <button type="submit" className="button" disabled={isBusy}>
            {TEXTS.upload(undescribed.length)}
          </button>{' '}
          <button
            type="button"
            className="button button--plain"
            onClick={() => setList(list.filter(({ state }) => state !== 'undescribed'))}
          >
            Cancel
          </button>
        </form>
      )}
      {list.length > undescribed.length && (
        <>
          <ul className={styles.uploads} aria-live="polite">
            {list
              .filter(({ state }) => state !== 'undescribed')
              .map((one) => (
                <li key={one.key} data-state={one.state}>
                  <b>{one.file.name}</b> {STATES[one.state]}
                  {one.state === 'failed' && `: ${one.message ?? NO_RESPONSE}`}
                  {one.id !== undefined && <StoredFile id={one.id} />}
                </li>
              ))}
          </ul>
          {!isBusy && (
            <button
              type="button"
              className={kit.tool}
              onClick={() => setList(list.filter(({ state }) => state === 'undescribed'))}
            >
              Clear this list
            </button>
          )}
        </>
      )}
    </section>
  );
}

interface DescribedPictureProps {
  upload: Upload;
  onChange: (change: Partial<Upload>) => void;
}

/** A picture that is to be uploaded, and the fields that say what it shows. */
function DescribedPicture({ upload, onChange }: DescribedPictureProps) {
  const { key, file, alternative, isDecorative, message } = upload;
  const picture = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const address = URL.createObjectURL(file);
    if (picture.current !== null) picture.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [file]);
  const isMissing = message !== undefined && !isDescribed(upload);
  return (
    <fieldset>
      <legend>{file.name}</legend>
      <img ref={picture} className={styles.thumbnail} alt="" />
      <span>
        <label htmlFor={key}>{TEXTS.alternative}</label>
        <input
          id={key}
          className="field__input"
          value={isDecorative ? '' : alternative}
          disabled={isDecorative}
          maxLength={300}
          autoComplete="off"
          aria-invalid={isMissing}
          aria-describedby={`${key}-missing`}
          onChange={({ target }) => onChange({ alternative: target.value })}
        />
        <span className="field__error" id={`${key}-missing`}>
          {isMissing && message}
        </span>
      </span>
      <label className={styles.decorative}>
        <input
          type="checkbox"
          checked={isDecorative}
          onChange={({ target }) => onChange({ isDecorative: target.checked })}
        />{' '}
        {TEXTS.decorative}
      </label>
    </fieldset>
  );
}

/** Says of a stored file whether it had been there already, and leads to its page. */
function StoredFile({ id }: { id: number }) {
  const { currentData } = mediaApi.useRow(id);
  const row: MediaRow | undefined = currentData;
  const [other] = row?.duplicates ?? [];
  return (
    <>
      {'. '}
      {other !== undefined && (
        <>
          <RecordLink to={`${MEDIA_PATH}/${other}`}>It was here already</RecordLink>
          {'. '}
        </>
      )}
      <RecordLink to={`${MEDIA_PATH}/${id}`}>Open its page</RecordLink>
    </>
  );
}

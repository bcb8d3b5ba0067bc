import { useRef, useState } from 'react';
import { isProblem } from '#shared/api/problem.ts';
import { NO_RESPONSE } from '#shared/forms/form-state.ts';
import { RecordLink } from '../kit/record-link.tsx';
import * as kit from '../kit.module.css';
import * as styles from '../media.module.css';
import { MEDIA_PATH, isDocument, mediaApi, type MediaRow } from './media-resource.tsx';

interface Upload {
  key: string;
  name: string;
  state: 'waiting' | 'sending' | 'stored' | 'failed';
  /** Why it failed. */
  message?: string;
  id?: number;
}

const STATES: Readonly<Record<Upload['state'], string>> = {
  waiting: 'waits',
  sending: 'is being uploaded',
  stored: 'is stored',
  failed: 'was not stored',
};

let uploads = 0;

/** Uploads pictures and documents one after the other, and says of each what became of it. */
export function UploadPanel({ folder }: { folder: string }) {
  const { send } = mediaApi.useWrites();
  const input = useRef<HTMLInputElement>(null);
  const [list, setList] = useState<readonly Upload[]>([]);
  const isBusy = list.some(({ state }) => state === 'waiting' || state === 'sending');

  const set = (key: string, change: Partial<Upload>) =>
    setList((before) => before.map((one) => (one.key === key ? { ...one, ...change } : one)));

  async function uploadOne(key: string, file: File): Promise<void> {
    set(key, { state: 'sending' });
    const body = new FormData();
    body.append('files', file);
    body.append('fileInfo', JSON.stringify({ folder }));
    const { data, error } = await send({ url: '/upload', method: 'POST', body });
    const [stored] = (data ?? []) as readonly { id: number }[];
    if (error === undefined && stored !== undefined) return set(key, { state: 'stored', id: stored.id });
    set(key, {
      state: 'failed',
      message: isProblem(error) && error.status !== 0 ? error.message : NO_RESPONSE,
    });
  }

  async function handleFiles(files: readonly File[]): Promise<void> {
    const added = files.map((file) => ({ file, key: `upload-${(uploads += 1)}` }));
    setList((before) => [
      ...before,
      ...added.map(({ file, key }): Upload => ({ key, name: file.name, state: 'waiting' })),
    ]);
    // One at a time: the service re-encodes each picture.
    for (const { file, key } of added) await uploadOne(key, file);
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
          void handleFiles([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      {list.length > 0 && (
        <>
          <ul className={styles.uploads} aria-live="polite">
            {list.map((one) => (
              <li key={one.key} data-state={one.state}>
                <b>{one.name}</b> {STATES[one.state]}
                {one.message !== undefined && `: ${one.message}`}
                {one.id !== undefined && <StoredFile id={one.id} />}
              </li>
            ))}
          </ul>
          {!isBusy && (
            <button type="button" className={kit.tool} onClick={() => setList([])}>
              Clear this list
            </button>
          )}
        </>
      )}
    </section>
  );
}

/** Says of a stored file whether it had been there already, and leads to its page, where the text of a picture is missing. */
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
      <RecordLink to={`${MEDIA_PATH}/${id}`}>
        {row !== undefined && isDocument(row) ? 'Open its page' : 'Say what it shows'}
      </RecordLink>
    </>
  );
}

import { useEffect, useState, type ReactNode } from 'react';
import { DialogField, NativeDialog } from './native-dialog.tsx';
import * as styles from './dialog.module.css';

/** Files of the media library, the newest first, and how many there are in all. */
interface FoundFiles<Item> {
  files: readonly Item[];
  total: number;
}
/** The newest files, or those with the words; resolves with null where the library cannot be loaded. */
export type SearchLibrary<Item> = (
  words: string,
  count: number,
  signal: AbortSignal,
) => Promise<FoundFiles<Item> | null>;

interface LibraryChoiceProps<Item> {
  texts: { title: string; search: string; none: string; noMatch: string };
  search: SearchLibrary<Item>;
  /** Class of the list. */
  listClass: string;
  render: (file: Item) => ReactNode;
  onChoose: (file: Item) => void;
  onClose: () => void;
}

const SEARCH_MS = 150;
const COUNT = 24;
/** The most that the API lists at once. */
export const MAX_SHOWN = 150;
export const SEARCH_OTHERS = `These are the newest ${MAX_SHOWN}. Search for the others.`;

/** Chooses a file that was uploaded before. It has no component of antd, so that the page of an article stays small. */
export function LibraryChoice<Item extends { id: number }>(props: LibraryChoiceProps<Item>) {
  const { texts, search, listClass, render, onChoose, onClose } = props;
  const [words, setWords] = useState('');
  const [count, setCount] = useState(COUNT);
  const [found, setFound] = useState<FoundFiles<Item> | 'failed' | null>(null);
  useEffect(() => {
    const aborted = new AbortController();
    const timer = setTimeout(() => {
      search(words.trim(), count, aborted.signal).then(
        (files) => {
          if (!aborted.signal.aborted) setFound(files ?? 'failed');
        },
        () => undefined,
      );
    }, SEARCH_MS);
    return () => {
      clearTimeout(timer);
      aborted.abort();
    };
  }, [search, words, count]);
  const hasMore = found !== null && found !== 'failed' && found.total > found.files.length;
  return (
    <NativeDialog title={texts.title} onClose={onClose}>
      <DialogField label={texts.search}>
        {(ids) => (
          <input
            {...ids}
            type="search"
            className="field__input"
            value={words}
            onChange={({ target }) => {
              setWords(target.value);
              setCount(COUNT);
            }}
          />
        )}
      </DialogField>
      {found === null ? (
        <output>Loading</output>
      ) : found === 'failed' ? (
        <p role="alert">The library could not be loaded. Please try again.</p>
      ) : found.files.length === 0 ? (
        <p>{words.trim() === '' ? texts.none : texts.noMatch}</p>
      ) : (
        <ul className={listClass}>
          {found.files.map((file) => (
            <li key={file.id}>
              <button type="button" onClick={() => onChoose(file)}>
                {render(file)}
              </button>
            </li>
          ))}
        </ul>
      )}
      {hasMore && found.files.length >= MAX_SHOWN && <p>{SEARCH_OTHERS}</p>}
      <div className={styles.dialogActions}>
        {hasMore && found.files.length < MAX_SHOWN && (
          <button
            type="button"
            className="button button--plain"
            onClick={() => setCount(Math.min(count + COUNT, MAX_SHOWN))}
          >
            Show more
          </button>
        )}
        <button type="button" className="button button--plain" onClick={onClose}>
          Cancel
        </button>
      </div>
    </NativeDialog>
  );
}

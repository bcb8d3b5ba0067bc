import { useEffect, useState } from 'react';
import { sizeText } from '@vidhi/contracts/judgments.ts';
import { formatDay } from '#shared/text/dates.ts';
import { DialogField, NativeDialog } from '../dialog/native-dialog.tsx';
import type { ArticleClient, LibraryDocument } from './article-client.ts';
import * as styles from './article.module.css';

interface DocumentDialogProps {
  search: ArticleClient['searchDocuments'];
  onChoose: (document: LibraryDocument) => void;
  onClose: () => void;
}

const SEARCH_MS = 150;

/** Chooses a PDF of the media library, the newest first, or those whose names have the words. */
export function DocumentDialog({ search, onChoose, onClose }: DocumentDialogProps) {
  const [text, setText] = useState('');
  const [found, setFound] = useState<readonly LibraryDocument[] | 'failed' | null>(null);
  useEffect(() => {
    const aborted = new AbortController();
    const timer = setTimeout(() => {
      search(text.trim(), aborted.signal).then(
        (documents) => {
          if (!aborted.signal.aborted) setFound(documents ?? 'failed');
        },
        () => undefined,
      );
    }, SEARCH_MS);
    return () => {
      clearTimeout(timer);
      aborted.abort();
    };
  }, [search, text]);
  return (
    <NativeDialog title="Choose a PDF" onClose={onClose}>
      <DialogField label="Search by name">
        {(ids) => (
          <input
            {...ids}
            type="search"
            className="field__input"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </DialogField>
      {found === null ? (
        <output>Loading</output>
      ) : found === 'failed' ? (
        <p role="alert">The library could not be loaded. Please try again.</p>
      ) : found.length === 0 ? (
        <p>{text.trim() === '' ? 'No PDF has been uploaded yet.' : 'No PDF has these words in its name.'}</p>
      ) : (
        <ul className={styles.articleDocuments}>
          {found.map((one) => (
            <li key={one.id}>
              <button type="button" onClick={() => onChoose(one)}>
                <b>{one.name ?? `Document No. ${one.id}`}</b>
                <span>
                  {one.size === null ? '' : `${sizeText(one.size)}, `}
                  {formatDay(one.createdAt ?? '')}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <button type="button" className="button button--plain" onClick={onClose}>
        Cancel
      </button>
    </NativeDialog>
  );
}

import { Input } from 'antd';
import { useState } from 'react';
import { MAX_SHOWN, SEARCH_OTHERS } from '../dialog/library-choice.tsx';
import { DocumentIcon } from '../media/document-icon.tsx';
import { isDocument, mediaApi, thumbnailOf } from '../media/media-resource.tsx';
import * as styles from '../kit.module.css';
import { Dialog } from './dialog.tsx';
import { KIT, LIBRARY_TEXTS } from './kit-texts.ts';

interface LibraryDialogProps {
  kind?: 'pictures' | 'documents';
  onChoose: (id: number) => void;
  onClose: () => void;
}

const SIZE = 24;

/** Chooses a picture, or a document, that was uploaded before. */
export function LibraryDialog({ kind = 'pictures', onChoose, onClose }: LibraryDialogProps) {
  const [q, setQ] = useState('');
  const [pages, setPages] = useState(1);
  const { data } = mediaApi.useList({
    q,
    conditions: [['kind', kind]],
    sort: '-created',
    page: 1,
    size: Math.min(SIZE * pages, MAX_SHOWN),
  });
  const hasMore = data !== undefined && data.total > data.rows.length;
  const texts = LIBRARY_TEXTS[kind];
  return (
    <Dialog title={texts.choose} onClose={onClose}>
      <h2>{texts.choose}</h2>
      <Input
        aria-label={texts.search}
        placeholder={texts.search}
        value={q}
        onChange={({ target }) => {
          setQ(target.value);
          setPages(1);
        }}
      />
      {data === undefined ? (
        <output>{KIT.loading}</output>
      ) : data.rows.length === 0 ? (
        <p>{texts.none}</p>
      ) : (
        <ul className={styles.library}>
          {data.rows.map((row) => (
            <li key={row.id}>
              <button type="button" onClick={() => onChoose(row.id)}>
                {isDocument(row) ? <DocumentIcon /> : <img src={thumbnailOf(row)} alt="" loading="lazy" />}
                <span>{row.alternativeText || row.name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {hasMore && data.rows.length >= MAX_SHOWN && <p>{SEARCH_OTHERS}</p>}
      <div className={styles.dialogButtons}>
        {hasMore && data.rows.length < MAX_SHOWN && (
          <button type="button" className="button button--plain" onClick={() => setPages(pages + 1)}>
            {KIT.more}
          </button>
        )}
        <button type="button" className="button button--plain" onClick={onClose}>
          {KIT.cancel}
        </button>
      </div>
    </Dialog>
  );
}

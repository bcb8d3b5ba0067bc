import { sizeText } from '@vidhi/contracts/judgments.ts';
import { formatDay } from '#shared/text/dates.ts';
import * as styles from '../dialog/dialog.module.css';
import { LibraryChoice } from '../dialog/library-choice.tsx';
import type { ArticleClient, LibraryDocument } from './article-client.ts';

interface DocumentDialogProps {
  search: ArticleClient['searchDocuments'];
  onChoose: (document: LibraryDocument) => void;
  onClose: () => void;
}

const TEXTS = {
  title: 'Choose a PDF',
  search: 'Search by name',
  none: 'No PDF has been uploaded yet.',
  noMatch: 'No PDF has these words in its name.',
} as const;

/** Chooses a PDF of the media library. */
export const DocumentDialog = ({ search, onChoose, onClose }: DocumentDialogProps) => (
  <LibraryChoice
    texts={TEXTS}
    search={search}
    listClass={styles.dialogDocuments}
    render={({ id, name, size, createdAt }) => (
      <>
        <b>{name ?? `Document No. ${id}`}</b>
        <span>
          {size === null ? '' : `${sizeText(size)}, `}
          {formatDay(createdAt ?? '')}
        </span>
      </>
    )}
    onChoose={onChoose}
    onClose={onClose}
  />
);

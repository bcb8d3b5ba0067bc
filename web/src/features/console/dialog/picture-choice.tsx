import type { ListedLibraryFacts } from '@vidhi/contracts/media-library.ts';
import type { FileRow } from '#shared/picture/picture.ts';
import { LibraryChoice, type SearchLibrary } from './library-choice.tsx';
import * as styles from './dialog.module.css';

/** A picture of the media library. */
export type LibraryPicture = Pick<
  FileRow,
  'id' | 'name' | 'url' | 'alternativeText' | 'caption' | 'width' | 'height'
> &
  Partial<Pick<FileRow, 'formats'> & Pick<ListedLibraryFacts, 'credit'>>;
export type SearchPictures = SearchLibrary<LibraryPicture>;

interface PictureChoiceProps {
  search: SearchPictures;
  onChoose: (picture: LibraryPicture) => void;
  onClose: () => void;
}

const TEXTS = {
  title: 'Choose a picture of the library',
  search: 'Search pictures',
  none: 'No picture has been uploaded yet.',
  noMatch: 'No picture has these words in its texts.',
} as const;

/** Chooses a picture of the media library, by what it shows. */
export const PictureChoice = ({ search, onChoose, onClose }: PictureChoiceProps) => (
  <LibraryChoice
    texts={TEXTS}
    search={search}
    listClass={styles.dialogPictures}
    render={(picture) => (
      <>
        <img src={picture.formats?.['thumbnail']?.url ?? picture.url} alt="" loading="lazy" />
        <span>{picture.alternativeText || picture.name || `Picture No. ${picture.id}`}</span>
      </>
    )}
    onChoose={onChoose}
    onClose={onClose}
  />
);

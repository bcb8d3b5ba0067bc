import { DirectoryNote } from '../../src/features/directory/components/directory-note.tsx';
import { LawyerForm } from '../../src/features/directory/components/lawyer-form.tsx';
import { OptionList } from '../../src/features/directory/components/option-list.tsx';
import { PlaceLists } from '../../src/features/directory/components/place-lists.tsx';
import { directoryPaths } from '../../src/features/directory/directory-paths.ts';
import { directory } from '../catalogue-data.ts';
import { Part, Sample } from '../sample.tsx';
import * as styles from '../../src/features/directory/directory.module.css';

export function DirectoryPart() {
  return (
    <Part title="Directory">
      <Sample name="Practice areas">
        <OptionList options={directory.practices} pathOf={({ slug }) => directoryPaths.practice(slug)} />
      </Sample>
      <Sample name="Practice areas: none">
        <OptionList options={[]} pathOf={() => directoryPaths.index()} />
      </Sample>
      <Sample name="Form of practice and place">
        <LawyerForm directory={directory} />
      </Sample>
      <Sample name="States, and cities below theirs; one of no state">
        <div className={styles.directory}>
          <PlaceLists places={directory} />
        </div>
      </Sample>
      <Sample name="Note on the directory">
        <DirectoryNote />
      </Sample>
    </Part>
  );
}

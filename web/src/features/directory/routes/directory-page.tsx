import { paths } from '#shared/routing/paths.ts';
import { Breadcrumb } from '#shared/ui/breadcrumb.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { WaitForConfig } from '#shared/ui/wait-for-config.tsx';
import { LawyerForm } from '../components/lawyer-form.tsx';
import { DirectoryNote } from '../components/directory-note.tsx';
import { OptionList } from '../components/option-list.tsx';
import { PlaceLists } from '../components/place-lists.tsx';
import { useDirectoryQuery } from '../directory-api.ts';
import { DIRECTORY_NAME, directoryPaths } from '../directory-paths.ts';
import type { Directory } from '../directory.ts';
import * as styles from '../directory.module.css';

const NOTHING: Directory = { practices: [], states: [], cities: [] };

/** `/find-a-lawyer`: lawyers by practice area, state and city. */
export function DirectoryPage() {
  const { data: directory = NOTHING, isLoading } = useDirectoryQuery();
  return (
    <div className={styles.directory}>
      <header className="page-head">
        <Breadcrumb crumbs={[{ name: 'Home', path: paths.home() }]} />
        <h1>{DIRECTORY_NAME}</h1>
        <p className="page-head__about">
          Choose a practice area, a state or a city. The number of lawyers is shown beside each.
        </p>
      </header>
      <WaitForConfig>
        {isLoading ? <Skeleton shape="list" label="Loading" /> : <DirectoryLists directory={directory} />}
      </WaitForConfig>
      <DirectoryNote />
    </div>
  );
}

const DirectoryLists = ({ directory }: { directory: Directory }) => (
  <>
    <LawyerForm directory={directory} />
    <section aria-labelledby="directory-practices">
      <h2 className="rubric" id="directory-practices">
        Practice areas
      </h2>
      <OptionList options={directory.practices} pathOf={({ slug }) => directoryPaths.practice(slug)} />
    </section>
    <PlaceLists places={directory} />
  </>
);

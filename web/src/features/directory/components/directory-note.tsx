import { PageLink } from '#shared/ui/page-link.tsx';
import { directoryPaths } from '../directory-paths.ts';
import * as styles from '../directory.module.css';

/** The notice that Rule 36 of the Bar Council of India requires. */
export function DirectoryNote() {
  return (
    <aside className={styles.directoryNote} aria-label="About this directory">
      <p>
        This directory states facts about lawyers for those who look for one. It neither advertises nor
        recommends anybody, as Rule 36 of the Bar Council of India Rules requires: there are no ratings, no
        ranking and no paid places. <PageLink to={directoryPaths.order()}>How lawyers are listed</PageLink>
      </p>
    </aside>
  );
}

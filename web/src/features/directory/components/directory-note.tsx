import { PageLink } from '#shared/ui/page-link.tsx';
import { directoryPaths } from '../directory-paths.ts';
import * as styles from '../directory.module.css';

/** The notice that Rule 36 of the Bar Council of India requires. */
export function DirectoryNote() {
  return (
    <aside className={styles.directoryNote} aria-label="About this directory">
      <p>
        This directory gives facts about lawyers to those who are looking for one. It does not advertise or
        recommend any lawyer, as Rule 36 of the Bar Council of India Rules requires: it has no ratings, no
        rankings and no paid listings. <PageLink to={directoryPaths.order()}>How lawyers are listed</PageLink>
      </p>
    </aside>
  );
}

import { MarkedParts } from '#shared/ui/marked-text.tsx';
import type { Match } from '../search-read.ts';
import * as styles from '../search.module.css';

/** Says where a search result matches: the part of its text, or the names that it is found by. */
export function MatchNote({ match }: { match: Match | undefined }) {
  if (match === undefined) return null;
  const { excerpt, names, title } = match;
  return (
    <>
      {excerpt !== null && (
        <p className={styles.excerpt}>
          <MarkedParts text={excerpt.text} marks={excerpt.marks} />
        </p>
      )}
      {names.length > 0 && excerpt === null && title.length === 0 && (
        <p className={styles.excerpt}>
          <span lang="en">Found in: </span>
          {[...new Set(names)].join(', ')}
        </p>
      )}
    </>
  );
}

import type { ListedRevision } from '@vidhi/contracts/edit-history.ts';
import { formatMoment } from '#shared/text/dates.ts';
import { kindName, personName } from './history-texts.ts';
import { COPY } from './use-history.ts';
import * as styles from './history.module.css';

interface RevisionListProps {
  entries: readonly ListedRevision[];
  shown: string | null;
  hasOlder: boolean;
  onShow: (rev: string) => void;
  onOlder: () => void;
}

/** The states of an article, newest first: who, when, and what it was. */
export const RevisionList = ({ entries, shown, hasOlder, onShow, onOlder }: RevisionListProps) => (
  <nav className={styles.historyList} aria-label="States of the article">
    <ol>
      {entries.map((entry) => (
        <li key={entry.rev}>
          <button
            type="button"
            aria-current={entry.rev === shown ? 'true' : undefined}
            onClick={() => onShow(entry.rev)}
          >
            <strong>{entry.name ?? (entry.rev === COPY ? 'Unpublished changes' : kindName(entry))}</strong>
            {entry.current && <span className={styles.historyNow}>Now</span>}
            <span>
              {personName(entry)}, {formatMoment(entry.at)}
            </span>
            {entry.name !== null && <span>{kindName(entry)}</span>}
            {entry.note !== null && <q>{entry.note}</q>}
          </button>
        </li>
      ))}
    </ol>
    {hasOlder && (
      <button type="button" className="button button--plain" onClick={onOlder}>
        Older
      </button>
    )}
  </nav>
);

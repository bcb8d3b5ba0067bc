import { lazyPart } from '#shared/routing/lazy-part.tsx';
import { formatMoment } from '#shared/text/dates.ts';
import type { ArticleClient } from './article-client.ts';
import type { ArticleValues } from './article-values.ts';
import type { ArticleWork } from './article-work.ts';
import type { WorkState } from './work-state.ts';
import type { ConflictDialogProps } from './conflict-dialog.tsx';
import { GoneNotice } from './gone-notice.tsx';
import { WriterNotice } from './writer-notice.tsx';
import { clockText } from './india-time.ts';
import * as styles from './article.module.css';

const ConflictDialog = lazyPart<ConflictDialogProps>('the versions', () =>
  import('./conflict-dialog.tsx').then((module) => module.ConflictDialog),
);

interface ArticleNoticesProps {
  client: ArticleClient;
  work: ArticleWork;
  state: WorkState;
  user: number;
  isViewing: boolean;
  onView: () => void;
  onTakeOver: () => void;
}

/** Notices about the text: found after a crash, not saved, moved or deleted by others, or written by others, too. */
export function ArticleNotices(props: ArticleNoticesProps) {
  const { client, work, state, user, isViewing, onView, onTakeOver } = props;
  const { restoredFrom, problem, save, writer, conflict, stored, moved, isGone } = state;
  const describe = (name: keyof ArticleValues, value: unknown): string => {
    if (Array.isArray(value)) {
      const known = [
        ...(stored?.categories ?? []),
        ...(stored?.tags ?? []),
        ...(conflict?.theirArticle[name === 'tags' ? 'tags' : 'categories'] ?? []),
      ];
      return (
        value.map((id) => known.find((one) => one.id === id)?.name ?? `No. ${String(id)}`).join(', ') ||
        'None'
      );
    }
    if (name === 'guest_author' && typeof value === 'number') {
      const named = [stored, conflict?.theirArticle].find((one) => one?.values.guest_author === value);
      return named?.authorName ?? `Guest ${value}`;
    }
    if (name === 'user' && typeof value === 'number') {
      const named = [stored, conflict?.theirArticle].find((one) => one?.values.user === value);
      return named?.authorName ?? `Account ${value}`;
    }
    if (name === 'publish_date' || name === 'embargo_until' || name === 'unpublish_at')
      return typeof value === 'string' ? formatMoment(value) : 'None';
    if (typeof value === 'boolean') return value ? 'Yes' : 'No';
    return value === null || value === '' ? 'None' : String(value);
  };
  return (
    <>
      {restoredFrom !== null && (
        <output className={styles.articleNotice}>
          This is what you typed until {clockText(restoredFrom)} and what was not saved.{' '}
          {stored !== null && (
            <button type="button" className="button button--plain" onClick={() => void work.discard()}>
              Use the saved text instead
            </button>
          )}
        </output>
      )}
      {isGone && <GoneNotice client={client} work={work} />}
      {moved !== null && (
        <p className={styles.articleNotice} role="alert">
          {moved} Nothing that you typed is lost.{' '}
          <button type="button" className="button button--plain" onClick={work.acknowledge}>
            Close
          </button>
        </p>
      )}
      {save === 'failed' && problem !== null && (
        <p className={styles.articleNotice} data-kind="problem" role="alert">
          {problem}{' '}
          <button type="button" className="button button--plain" onClick={() => void work.save()}>
            Try again
          </button>
        </p>
      )}
      {writer !== null && (
        <WriterNotice
          writer={writer}
          user={user}
          hasChanges={save === 'local' || save === 'changed' || save === 'failed'}
          isViewing={isViewing}
          onView={onView}
          onTakeOver={onTakeOver}
        />
      )}
      {conflict !== null && (
        <ConflictDialog
          conflict={conflict}
          describe={describe}
          onResolve={(values) => void work.resolve(values)}
        />
      )}
    </>
  );
}

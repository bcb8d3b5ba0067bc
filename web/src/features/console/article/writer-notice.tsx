import { PageLink } from '#shared/ui/page-link.tsx';
import type { WorkState } from './work-state.ts';
import { clockText } from './india-time.ts';
import * as styles from './article.module.css';

interface WriterNoticeProps {
  writer: NonNullable<WorkState['writer']>;
  user: number;
  /** Whether something was typed here. */
  hasChanges: boolean;
  isViewing: boolean;
  onView: () => void;
  onTakeOver: () => void;
}

/** Says who writes the article in another tab, and offers to read it, to take over or to go back. */
export function WriterNotice(props: WriterNoticeProps) {
  const { writer, user, hasChanges, isViewing, onView, onTakeOver } = props;
  const { id, name, at } = writer;
  const since = Date.parse(at);
  const who = id === user ? 'You are' : `${name === '' ? 'Another tab' : name} is`;
  return (
    <p className={styles.articleNotice} role="alert">
      {who} writing here{id === user && ' in another tab'}
      {!Number.isNaN(since) && ` since ${clockText(since)}`}.{' '}
      {hasChanges && 'Your text stays on this computer. '}
      {isViewing && 'You are reading only. '}
      {!isViewing && !hasChanges && (
        <button type="button" className="button button--plain" onClick={onView}>
          View only
        </button>
      )}{' '}
      <button type="button" className="button button--plain" onClick={onTakeOver}>
        Take over
      </button>{' '}
      <PageLink className="button button--plain" to="/console/posts">
        Go back
      </PageLink>
    </p>
  );
}

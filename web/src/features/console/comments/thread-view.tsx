import type { CommentOnWire, CommentThread } from '@vidhi/contracts/comments.ts';
import { useState } from 'react';
import type { Colleague } from '@vidhi/contracts/staff.ts';
import { formatMoment } from '#shared/text/dates.ts';
import { CommentForm } from './comment-form.tsx';
import * as styles from './comments.module.css';

interface ThreadViewProps {
  thread: CommentThread;
  people: readonly Colleague[];
  user: number;
  isAdministrator: boolean;
  isBusy: boolean;
  /** Shows the passage in the text. Returns false where the text has it no more. */
  onReveal: (quote: string, block: number) => boolean;
  onReply: (text: string, mentions: readonly number[]) => Promise<boolean>;
  onResolve: (isResolved: boolean) => void;
  onRemove: (comment: string) => void;
}

/** One thread: the passage, the comment, its replies, and what can be done with them. */
export function ThreadView(props: ThreadViewProps) {
  const { thread, people, user, isAdministrator, isBusy, onReveal, onReply, onResolve, onRemove } = props;
  const [isReplying, setReplying] = useState(false);
  const [isGone, setGone] = useState(false);
  const { quote, block, resolved } = thread;
  const comment = (one: CommentOnWire) => (
    <div className={styles.comment} key={one.id}>
      <p className={styles.head}>
        <b>{one.by?.name || 'Somebody'}</b> <time dateTime={one.at}>{formatMoment(one.at)}</time>
      </p>
      {one.is_removed ? <p className={styles.gone}>This comment was removed.</p> : <p>{one.text}</p>}
      {!one.is_removed && (isAdministrator || one.by?.id === user) && (
        <button type="button" className={styles.link} disabled={isBusy} onClick={() => onRemove(one.id)}>
          Delete<span className="visually-hidden"> the comment of {one.by?.name}</span>
        </button>
      )}
    </div>
  );
  return (
    <article className={styles.thread} data-resolved={resolved !== null || undefined}>
      {quote !== null && (
        <blockquote className={styles.quote}>
          <button type="button" onClick={() => setGone(!onReveal(quote, block ?? 0))}>
            {quote}
          </button>
          {isGone && <output>The text does not have this passage any more.</output>}
        </blockquote>
      )}
      {comment(thread)}
      {thread.replies.length > 0 && <div className={styles.replies}>{thread.replies.map(comment)}</div>}
      {resolved !== null && (
        <p className={styles.head}>
          Resolved by {resolved.by?.name || 'somebody'}, {formatMoment(resolved.at)}
        </p>
      )}
      {isReplying ? (
        <CommentForm
          label="Reply"
          submitLabel="Reply"
          people={people}
          isBusy={isBusy}
          onSend={async (text, mentions) => {
            const isStored = await onReply(text, mentions);
            if (isStored) setReplying(false);
            return isStored;
          }}
          onCancel={() => setReplying(false)}
        />
      ) : (
        <p className={styles.actions}>
          <button type="button" className={styles.link} onClick={() => setReplying(true)}>
            Reply
          </button>
          <button
            type="button"
            className={styles.link}
            disabled={isBusy}
            onClick={() => onResolve(resolved === null)}
          >
            {resolved === null ? 'Resolve' : 'Open again'}
          </button>
        </p>
      )}
    </article>
  );
}

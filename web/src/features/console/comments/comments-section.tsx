import type { CommentThread } from '@vidhi/contracts/comments.ts';
import { useEffect, useState } from 'react';
import type { Colleague } from '@vidhi/contracts/staff.ts';
import type { ArticleClient } from '../article/article-client.ts';
import type { CommentClient, NewComment, Threads } from './comment-calls.ts';
import { CommentForm } from './comment-form.tsx';
import { ThreadView } from './thread-view.tsx';
import * as styles from './comments.module.css';

/** A passage of the text, and the number of its block. */
interface Passage {
  quote: string;
  block: number;
}

interface CommentsSectionProps {
  client: CommentClient & Pick<ArticleClient, 'colleagues'>;
  id: number;
  user: number;
  isAdministrator: boolean;
  /** The passage that is selected in the text; null where none is. */
  selectedPassage: () => Passage | null;
  onReveal: (quote: string, block: number) => boolean;
}

const WHOLE: Passage | null = null;

/** Comments of the newsroom on the article, which readers never see. */
export function CommentsSection(props: CommentsSectionProps) {
  const { client, id, user, isAdministrator, selectedPassage, onReveal } = props;
  const [threads, setThreads] = useState<readonly CommentThread[] | null>(null);
  const [people, setPeople] = useState<readonly Colleague[]>([]);
  const [passage, setPassage] = useState(WHOLE);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let isCurrent = true;
    void client.comments(id).then(({ threads: found, failure }) => {
      if (!isCurrent) return;
      if (found !== undefined) setThreads(found);
      setProblem(failure === undefined ? null : 'The comments could not be loaded.');
    });
    void client.colleagues().then((found) => {
      if (isCurrent) setPeople(found);
    });
    return () => void (isCurrent = false);
  }, [client, id, attempt]);

  const run = async (call: Promise<Threads>): Promise<boolean> => {
    setBusy(true);
    const { threads: found, failure } = await call;
    setBusy(false);
    if (found !== undefined) setThreads(found);
    setProblem(
      failure === undefined
        ? null
        : failure.status === 0
          ? 'The server did not answer. Please try again.'
          : failure.problem.message,
    );
    return found !== undefined;
  };
  const add = async (
    comment: Pick<NewComment, 'text' | 'mentions'> & Partial<NewComment>,
  ): Promise<boolean> => run(client.addComment(id, { quote: null, block: null, parent: null, ...comment }));
  const selectPassage = () => {
    const selected = selectedPassage();
    setPassage(selected);
    setProblem(selected === null ? 'Select a passage in the text first.' : null);
  };
  const view = (thread: CommentThread) => (
    <li key={thread.id}>
      <ThreadView
        thread={thread}
        people={people}
        user={user}
        isAdministrator={isAdministrator}
        isBusy={isBusy}
        onReveal={onReveal}
        onReply={async (text, mentions) => add({ text, mentions, parent: thread.id })}
        onResolve={(isResolved) => void run(client.resolveComment(id, thread.id, isResolved))}
        onRemove={(comment) => void run(client.removeComment(id, comment))}
      />
    </li>
  );
  const open = threads?.filter(({ resolved }) => resolved === null) ?? [];
  const closed = threads?.filter(({ resolved }) => resolved !== null) ?? [];
  return (
    <section aria-labelledby="panel-comments">
      <h2 id="panel-comments">
        Comments {threads !== null && <span>{open.length === 0 ? 'none open' : `${open.length} open`}</span>}
      </h2>
      {problem !== null && (
        <p role="alert">
          {problem}{' '}
          {threads === null && (
            <button type="button" className={styles.link} onClick={() => setAttempt((last) => last + 1)}>
              Try again
            </button>
          )}
        </p>
      )}
      {open.length > 0 && <ul className={styles.threads}>{open.map(view)}</ul>}
      {threads !== null && (
        <>
          {passage === null ? (
            <p className={styles.actions}>
              <button type="button" className={styles.link} onClick={selectPassage}>
                Comment on the selected passage
              </button>
            </p>
          ) : (
            <blockquote className={styles.quote}>
              {passage.quote}{' '}
              <button type="button" className={styles.link} onClick={() => setPassage(WHOLE)}>
                On the whole article instead
              </button>
            </blockquote>
          )}
          <CommentForm
            label={passage === null ? 'Comment on the article' : 'Comment on this passage'}
            submitLabel="Comment"
            people={people}
            isBusy={isBusy}
            onSend={async (text, mentions) => {
              const isStored = await add({ text, mentions, ...passage });
              if (isStored) setPassage(WHOLE);
              return isStored;
            }}
          />
        </>
      )}
      {closed.length > 0 && (
        <details className={styles.closed}>
          <summary>{closed.length === 1 ? '1 resolved' : `${closed.length} resolved`}</summary>
          <ul className={styles.threads}>{closed.map(view)}</ul>
        </details>
      )}
    </section>
  );
}

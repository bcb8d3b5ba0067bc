import { useEffect, useState } from 'react';
import type { PostState } from '@vidhi/contracts/post-states.ts';
import type { ListedRevision } from '@vidhi/contracts/edit-history.ts';
import { formatMoment } from '#shared/text/dates.ts';
import type { ArticleClient } from './article-client.ts';
import type { StoredArticle } from './article-values.ts';
import * as styles from './article.module.css';

interface ReviewNoteProps {
  client: ArticleClient;
  article: StoredArticle | null;
  state: PostState;
}

/** Kind of the revision whose note belongs to a state. */
const NOTED: Partial<Record<PostState, string>> = {
  changes_requested: 'request-changes',
  in_review: 'submit',
};

/** The words with which the article was sent into review, or back. */
export function ReviewNote({ client, article, state }: ReviewNoteProps) {
  const [found, setFound] = useState<{ key: string; entry: ListedRevision | null } | null>(null);
  const kind = NOTED[state];
  const id = article?.id ?? null;
  const key = kind === undefined || id === null ? '' : `${id}:${kind}`;
  useEffect(() => {
    if (key === '' || id === null) return undefined;
    let isCurrent = true;
    void client.revisions(id, 1).then(({ value }) => {
      const entry = value?.entries.find((one) => one.kind === kind) ?? null;
      if (isCurrent) setFound({ key, entry });
    });
    return () => void (isCurrent = false);
  }, [client, id, key, kind]);
  const entry = found?.key === key ? found.entry : null;
  if (entry === null || entry.note === null) return null;
  const name = entry.by?.name || 'Somebody';
  return (
    <aside className={styles.articleNotice} aria-label="Review">
      <p>
        <b>{kind === 'submit' ? `${name} on ` : `${name} asked for changes on `}</b>
        {formatMoment(entry.at)}: {entry.note}
      </p>
    </aside>
  );
}

import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useRouteParams } from '#shared/routing/current-route.ts';
import { useSession } from '#shared/session/session.ts';
import { MissingPage } from './missing-page.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import type { StaffResponse } from '../session/staff-request.ts';
import { ArticleEditor, preloadText } from '../article/article-editor.tsx';
import { isNotFound, type ArticleClient, type OpenedArticle } from '../article/article-client.ts';
import { useArticleClient } from '../article/use-article-client.ts';
import * as styles from '../article/article.module.css';

type Opened =
  | { article: OpenedArticle; failure?: undefined }
  | { failure: StaffResponse; article?: undefined };

async function openArticle(client: ArticleClient, id: number): Promise<Opened> {
  // At once: neither the working copy nor the editor's script waits for the article.
  preloadText();
  const [loaded, found] = await Promise.all([client.load(id), client.loadCopy(id)]);
  if (loaded.failure !== undefined) return { failure: loaded.failure };
  const copies = loaded.value.etag === null ? null : found;
  return { article: { article: loaded.value, copy: copies?.copy ?? null, seq: copies?.seq ?? null } };
}

const NEW: OpenedArticle = { article: null, copy: null, seq: null };

/** `/console/posts/new` and `/console/posts/:id`: writes an article. */
export function ArticlePage() {
  const { id } = useRouteParams();
  const user = useSession()?.user.id ?? null;
  const [owner] = useState(user);
  const client = useArticleClient();
  const navigate = useNavigate();
  const openStored = useCallback((stored: number) => void navigate(`/console/posts/${stored}`), [navigate]);
  if (owner === null) return <Skeleton shape="article" label="Loading the article" />;
  if (id === undefined)
    return <ArticleEditor key="new" client={client} user={owner} opened={NEW} onReopen={openStored} />;
  return <StoredArticlePage key={id} client={client} user={owner} id={Number(id)} />;
}

function StoredArticlePage({ client, user, id }: { client: ArticleClient; user: number; id: number }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    void openArticle(client, id).then((result) => {
      if (isCurrent) setOpened(result);
    });
    return () => void (isCurrent = false);
  }, [client, id, attempt]);
  const tryAgain = useCallback(() => {
    setOpened(null);
    setAttempt((last) => last + 1);
  }, []);
  if (opened === null) return <Skeleton shape="article" label="Loading the article" />;
  const { failure, article } = opened;
  if (article !== undefined)
    return <ArticleEditor client={client} user={user} opened={article} onReopen={tryAgain} />;
  if (isNotFound(failure)) return <MissingPage />;
  return (
    <div className={styles.articleFailed} role="alert">
      <h1>The article could not be loaded</h1>
      <p>{failure.status === 0 ? 'The server did not answer.' : failure.problem.message}</p>
      <button type="button" className="button" onClick={tryAgain}>
        Try again
      </button>
    </div>
  );
}

import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useRouteParams } from '#shared/routing/current-route.ts';
import { useSession } from '#shared/session/session.ts';
import { Forbidden } from '#shared/ui/forbidden.tsx';
import { MissingPage } from './missing-page.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { mayAccess } from '../access.ts';
import { usePageClient, type PageClient, type PageResult, type PageValues } from '../pages/page-client.ts';
import { PageEditor } from '../pages/page-editor.tsx';
import { PAGE } from '../pages/page-texts.ts';
import { TemplateChoice } from '../pages/template-choice.tsx';
import * as styles from '../article/article.module.css';

const NOT_FOUND = 404;

/** `/console/pages/new` and `/console/pages/:id`: writes a page of the site's own. */
export function HostedPagePage() {
  const { id = 'new' } = useRouteParams();
  const session = useSession();
  const client = usePageClient();
  const { key } = useLocation();
  if (session === null) return <Skeleton shape="article" label={PAGE.loading} />;
  if (!mayAccess(session, ['publish'])) return <Forbidden />;
  // Another key for the next new page, also where the one before has stayed mounted under the address of its row.
  return id === 'new' ? (
    <NewPage key={key} client={client} />
  ) : (
    <StoredPage key={id} client={client} id={Number(id)} />
  );
}

function NewPage({ client }: { client: PageClient }) {
  const [chosen, setChosen] = useState<PageValues | null>(null);
  if (chosen === null) return <TemplateChoice client={client} onChoose={setChosen} />;
  return <PageEditor client={client} stored={null} initial={chosen} />;
}

function StoredPage({ client, id }: { client: PageClient; id: number }) {
  const [loaded, setLoaded] = useState<PageResult | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    void client.load(id).then((result) => {
      if (isCurrent) setLoaded(result);
    });
    return () => void (isCurrent = false);
  }, [client, id, attempt]);
  if (loaded === null) return <Skeleton shape="article" label={PAGE.loading} />;
  const { page, failure } = loaded;
  if (page !== undefined) return <PageEditor client={client} stored={page} initial={page.values} />;
  if (failure.status === NOT_FOUND) return <MissingPage />;
  return (
    <div className={styles.articleFailed} role="alert">
      <h1>The page could not be loaded</h1>
      <p>{failure.status === 0 ? 'The server did not answer.' : failure.problem.message}</p>
      <button
        type="button"
        className="button"
        onClick={() => {
          setLoaded(null);
          setAttempt((last) => last + 1);
        }}
      >
        Try again
      </button>
    </div>
  );
}

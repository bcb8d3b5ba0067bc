import { useRouteParams } from '#shared/routing/current-route.ts';
import { useArticleClient } from '../article/use-article-client.ts';
import { HistoryView } from '../history/history-view.tsx';

/** `/console/posts/:id/history`: the former states of an article. */
export function HistoryPage() {
  const { id } = useRouteParams();
  const client = useArticleClient();
  return <HistoryView key={id} client={client} id={Number(id)} />;
}

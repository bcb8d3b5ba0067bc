import { useSearchParams } from 'react-router-dom';
import { useRouteParams } from '#shared/routing/current-route.ts';
import { pageFrom, paths } from '#shared/routing/paths.ts';
import { Breadcrumb } from '#shared/ui/breadcrumb.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { CardList } from '../components/card-list.tsx';
import { NotFoundOrUnavailable } from '../components/not-found.tsx';
import { ListSidebar } from '../components/sidebar.tsx';
import { useTagQuery } from '../news-api.ts';

/** The news with one tag. */
export function TagPage() {
  const { tagslug = '' } = useRouteParams();
  const [query] = useSearchParams();
  const { data: tag, isLoading, error } = useTagQuery(tagslug);
  if (isLoading) return <Skeleton shape="list" label="Loading news" />;
  if (!tag) return <NotFoundOrUnavailable problem={error} />;
  const list = { tag: tag.slug, page: pageFrom(query) };
  return (
    <div className="with-sidebar">
      <div>
        <header className="page-head">
          <Breadcrumb crumbs={[{ name: 'Home', path: paths.home() }]} />
          <p className="kicker">Tag</p>
          <h1>{tag.name}</h1>
        </header>
        <CardList list={list} pathOf={(page) => paths.tag(tag.slug, page)} />
      </div>
      <ListSidebar list={list} />
    </div>
  );
}

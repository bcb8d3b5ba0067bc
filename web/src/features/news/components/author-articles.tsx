import { paths } from '#shared/routing/paths.ts';
import { Breadcrumb } from '#shared/ui/breadcrumb.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { articleCount } from '../article-count.ts';
import { useAuthorPostsQuery } from '../news-api.ts';
import { CardGrid } from './card-list.tsx';
import { NotFoundOrUnavailable } from './not-found.tsx';
import { Sidebar } from './sidebar.tsx';

/** The articles of one author, newest first. */
export function AuthorArticles({ id, page }: { id: number; page: number }) {
  const { currentData: author, isFetching, error } = useAuthorPostsQuery({ id, page });
  if (author === undefined && isFetching) return <Skeleton shape="list" label="Loading news" />;
  if (!author) return <NotFoundOrUnavailable problem={error} />;
  return (
    <div className="with-sidebar">
      <div>
        <header className="page-head">
          <Breadcrumb crumbs={[{ name: 'Home', path: paths.home() }]} />
          <p className="kicker">Author</p>
          <h1>{author.name}</h1>
          <p className="page-head__count">{articleCount(author.total)}</p>
        </header>
        <CardGrid data={author} pathOf={(number) => paths.author(id, number)} />
      </div>
      <Sidebar without={author.cards} />
    </div>
  );
}

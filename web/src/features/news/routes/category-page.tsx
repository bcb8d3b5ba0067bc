import { useSearchParams } from 'react-router-dom';
import { useRouteParams } from '#shared/routing/current-route.ts';
import { pageFrom, paths } from '#shared/routing/paths.ts';
import { Breadcrumb } from '#shared/ui/breadcrumb.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { CardList } from '../components/card-list.tsx';
import { NotFoundOrUnavailable } from '../components/not-found.tsx';
import { ListSidebar } from '../components/sidebar.tsx';
import { useCategoryQuery } from '../news-api.ts';

/** The news of a category and its subcategories. */
export function CategoryPage() {
  const { catslug = '' } = useRouteParams();
  const [query] = useSearchParams();
  const { data: category, isLoading, error } = useCategoryQuery(catslug);
  if (isLoading) return <Skeleton shape="list" label="Loading news" />;
  if (!category) return <NotFoundOrUnavailable problem={error} />;
  const { heading, description, parent } = category;
  const list = { category: category.slug, page: pageFrom(query) };
  const crumbs = [{ name: 'Home', path: paths.home() }];
  if (parent !== null) crumbs.push({ name: parent.name, path: paths.category(parent.slug) });
  return (
    <div className="with-sidebar">
      <div>
        <header className="page-head">
          <Breadcrumb crumbs={crumbs} />
          <h1>{heading}</h1>
          {description !== '' && <p className="page-head__about">{description}</p>}
        </header>
        <CardList within={category.slug} list={list} pathOf={(page) => paths.category(category.slug, page)} />
      </div>
      <ListSidebar list={list} />
    </div>
  );
}

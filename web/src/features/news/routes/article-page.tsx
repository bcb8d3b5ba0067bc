import { useRouteParams } from '#shared/routing/current-route.ts';
import { useHostedPageQuery } from '#shared/hosted-page/hosted-page-api.ts';
import { HostedPageView } from '#shared/hosted-page/hosted-page-view.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { ArticleView } from '../components/article-view.tsx';
import { NotFoundOrUnavailable } from '../components/not-found.tsx';
import { useArticleQuery, useCategoryQuery } from '../news-api.ts';

/** `/{catslug}/{newsslug}`: an article below any existing category, also one that is not its own. */
export function CategoryArticlePage() {
  const { catslug = '', newsslug = '' } = useRouteParams();
  const article = useArticleQuery(newsslug);
  const category = useCategoryQuery(catslug);
  if (article.isLoading || category.isLoading)
    return <Skeleton shape="article" label="Loading the article" />;
  if (!article.data || !category.data)
    return <NotFoundOrUnavailable problem={article.error ?? category.error} />;
  return <ArticleView key={article.data.id} article={article.data} />;
}

/** `/{newsslug}`: an article, else a hosted page of that name. */
export function SlugPage() {
  const { newsslug = '' } = useRouteParams();
  const article = useArticleQuery(newsslug);
  const page = useHostedPageQuery(newsslug, { skip: article.data !== null });
  if (article.isLoading || page.isLoading) return <Skeleton shape="article" label="Loading the page" />;
  if (article.data) return <ArticleView key={article.data.id} article={article.data} />;
  if (page.data) return <HostedPageView page={page.data} />;
  return <NotFoundOrUnavailable problem={article.error ?? page.error} />;
}

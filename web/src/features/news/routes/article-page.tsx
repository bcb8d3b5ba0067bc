import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Problem } from '#shared/api/problem.ts';
import { useRouteParams } from '#shared/routing/current-route.ts';
import { useHostedPageQuery } from '#shared/hosted-page/hosted-page-api.ts';
import { HostedPageView } from '#shared/hosted-page/hosted-page-view.tsx';
import { isSlugPath, paths } from '#shared/routing/paths.ts';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { ArticleView } from '../components/article-view.tsx';
import { NotFoundOrUnavailable, NotFound } from '../components/not-found.tsx';
import { RenamedCategory } from '../components/renamed-subject.tsx';
import { useArticleQuery, useCategoryQuery, useSlugQuery } from '../news-api.ts';
import { articlePath } from '../post.ts';

/** `/{catslug}/{newsslug}`: an article below any existing category, also one that is not its own. */
export function CategoryArticlePage() {
  const { catslug = '', newsslug = '' } = useRouteParams();
  const isPossible = isSlugPath(catslug);
  const article = useArticleQuery(newsslug, { skip: !isPossible });
  const category = useCategoryQuery(catslug, { skip: !isPossible });
  if (!isPossible) return <NotFound />;
  if (article.isLoading || category.isLoading)
    return <Skeleton shape="article" label="Loading the article" />;
  if (article.data === null && category.data !== undefined) return <Renamed slug={newsslug} />;
  if (article.data && category.data === null)
    return <RenamedCategory slug={catslug} pathOf={(current) => paths.article(newsslug, current)} />;
  if (!article.data || !category.data)
    return <NotFoundOrUnavailable problem={article.error ?? category.error} />;
  return <ArticleView key={article.data.id} article={article.data} />;
}

/** `/{newsslug}`: an article, else a hosted page of that name. */
export function SlugPage() {
  const { newsslug = '' } = useRouteParams();
  const isPossible = isSlugPath(newsslug);
  const article = useArticleQuery(newsslug, { skip: !isPossible });
  const page = useHostedPageQuery(newsslug, { skip: !isPossible || article.data !== null });
  if (!isPossible) return <NotFound />;
  if (article.isLoading || page.isLoading) return <Skeleton shape="article" label="Loading the page" />;
  if (article.data) return <ArticleView key={article.data.id} article={article.data} />;
  if (page.data) return <HostedPageView page={page.data} />;
  if (article.data === null && page.data === null) return <Renamed slug={newsslug} />;
  return <NotFoundOrUnavailable problem={article.error ?? page.error} />;
}

/** Redirects the former slug of a renamed article, as the server does; renders the not-found page for other slugs. */
function Renamed({ slug }: { slug: string }) {
  const { data, isLoading, error } = useSlugQuery(slug);
  // The server sends the document with the order of the court.
  const isWithheld = (error as Partial<Problem> | undefined)?.status === 451;
  const current = data ?? slug;
  const article = useArticleQuery(current, { skip: current === slug });
  const path = article.data
    ? articlePath({ slug: current, category: article.data.categories[0] ?? null })
    : null;
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (path !== null) void navigate(path + search + hash, { replace: true });
  }, [navigate, path, search, hash]);
  useEffect(() => {
    if (isWithheld) location.reload();
  }, [isWithheld]);
  if (isLoading || article.isLoading || path !== null || isWithheld)
    return <Skeleton shape="article" label="Loading the article" />;
  return <NotFoundOrUnavailable problem={article.error ?? error} />;
}

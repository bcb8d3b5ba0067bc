import { matchRoutes, type RouteObject } from 'react-router-dom';
import { NotFound } from '../features/news/components/missing.tsx';
import { CategoryArticlePage, SlugPage } from '../features/news/routes/article-page.tsx';
import { CategoryPage } from '../features/news/routes/category-page.tsx';
import { HomePage } from '../features/news/routes/home-page.tsx';
import { SearchPage } from '../features/news/routes/search-page.tsx';
import { TagPage } from '../features/news/routes/tag-page.tsx';
import { useSettingsQuery } from '../features/site/site-api.ts';

export type PageName = 'home' | 'category' | 'tag' | 'search' | 'article' | 'slug' | 'missing';

function HomeRoute() {
  const { data: settings } = useSettingsQuery();
  return <HomePage showProducts={settings?.showProducts === true} />;
}

type PageRoute = RouteObject & { id: PageName };

/** The one table of pages: the browser shows by it, the server loads, answers and writes heads by it. */
export const pageRoutes: PageRoute[] = [
  { id: 'home', path: '/', element: <HomeRoute /> },
  { id: 'search', path: '/search', element: <SearchPage /> },
  { id: 'category', path: '/news/:catslug', element: <CategoryPage /> },
  { id: 'tag', path: '/tags/:tagslug', element: <TagPage /> },
  { id: 'article', path: '/:catslug/:newsslug', element: <CategoryArticlePage /> },
  { id: 'slug', path: '/:newsslug', element: <SlugPage /> },
  { id: 'missing', path: '*', element: <NotFound /> },
];

export interface PageMatch {
  name: PageName;
  params: Readonly<Record<string, string | undefined>>;
}

/** The page of an address; an address that cannot be read is a page that is not there. */
export function matchPage(pathname: string): PageMatch {
  try {
    const match = matchRoutes(pageRoutes, pathname)?.at(-1);
    const route = pageRoutes.find(({ id }) => id === match?.route.id);
    if (match === undefined || route === undefined) return { name: 'missing', params: {} };
    return { name: route.id, params: match.params };
  } catch {
    return { name: 'missing', params: {} };
  }
}

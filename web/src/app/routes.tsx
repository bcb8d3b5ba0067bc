import { matchRoutes, type RouteObject } from 'react-router-dom';
import { NotFound } from '../features/news/components/missing.tsx';
import { CategoryArticlePage, SlugPage } from '../features/news/routes/article-page.tsx';
import { CategoryPage } from '../features/news/routes/category-page.tsx';
import { HomePage } from '../features/news/routes/home-page.tsx';
import { SavedPage } from '../features/news/routes/saved-page.tsx';
import { SearchPage } from '../features/news/routes/search-page.tsx';
import { TagPage } from '../features/news/routes/tag-page.tsx';
import { COMING_PAGES } from '../features/site/coming-soon.ts';
import { AboutPage } from '../features/site/routes/about-page.tsx';
import { ComingSoonPage } from '../features/site/routes/coming-soon-page.tsx';
import { ContactPage } from '../features/site/routes/contact-page.tsx';
import { useSettingsQuery } from '../features/site/site-api.ts';

export type PageName =
  | 'home'
  | 'category'
  | 'tag'
  | 'search'
  | 'about'
  | 'contact'
  | 'soon'
  | 'saved'
  | 'article'
  | 'slug'
  | 'missing';

function HomeRoute() {
  const { data: settings } = useSettingsQuery();
  return <HomePage showProducts={settings?.showProducts === true} />;
}

type PageRoute = RouteObject & { id: PageName; path: string };

/** The one table of pages: the browser shows by it, the server loads, answers and writes heads by it. */
export const pageRoutes: PageRoute[] = [
  { id: 'home', path: '/', element: <HomeRoute /> },
  { id: 'search', path: '/search', element: <SearchPage /> },
  { id: 'category', path: '/news/:catslug', element: <CategoryPage /> },
  { id: 'tag', path: '/tags/:tagslug', element: <TagPage /> },
  { id: 'about', path: '/about', element: <AboutPage /> },
  { id: 'contact', path: '/contact', element: <ContactPage /> },
  ...COMING_PAGES.map((page): PageRoute => ({
    id: 'soon',
    path: page.path,
    element: <ComingSoonPage page={page} />,
  })),
  { id: 'saved', path: '/saved', element: <SavedPage /> },
  { id: 'article', path: '/:catslug/:newsslug', element: <CategoryArticlePage /> },
  { id: 'slug', path: '/:newsslug', element: <SlugPage /> },
  { id: 'missing', path: '*', element: <NotFound /> },
];

export interface PageMatch {
  name: PageName;
  /** The address as the table writes it. */
  pattern: string;
  params: Readonly<Record<string, string | undefined>>;
}

const MISSING: PageMatch = { name: 'missing', pattern: '*', params: {} };

/** The page of an address; an address that cannot be read is a page that is not there. */
export function matchPage(pathname: string): PageMatch {
  try {
    const match = matchRoutes(pageRoutes, pathname)?.at(-1);
    return match === undefined
      ? MISSING
      : { name: match.route.id, pattern: match.route.path, params: match.params };
  } catch {
    return MISSING;
  }
}

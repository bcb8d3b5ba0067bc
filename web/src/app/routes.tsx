import { matchRoutes, type RouteObject } from 'react-router-dom';
import { directoryPaths } from '../features/directory/directory-paths.ts';
import { Unavailable } from '#shared/ui/unavailable.tsx';
import { COMING_PAGES } from '../features/site/coming-soon.ts';
import { useSettingsQuery } from '#shared/site/site-api.ts';
import type { LazyPage, PageModule } from '#shared/routing/lazy-page.tsx';
import * as pages from './route-pages.ts';

export type PageName =
  | 'home'
  | 'category'
  | 'tag'
  | 'search'
  | 'about'
  | 'contact'
  | 'catalogue'
  | 'soon'
  | 'saved'
  | 'directory'
  | 'practice'
  | 'order'
  | 'item'
  | 'login'
  | 'article'
  | 'slug'
  | 'missing';

function HomeRoute() {
  const { data: settings } = useSettingsQuery();
  return <pages.home.Page showProducts={settings?.showProducts === true} />;
}

type PageRoute = RouteObject & { id: PageName; path: string; module?: PageModule };

const routeOf = (id: PageName, path: string, { module, Page }: LazyPage<object>): PageRoute => ({
  id,
  path,
  module,
  element: <Page />,
});

const LoginRoute = () => <pages.login.Page missing={<pages.missing.Page />} />;
const CatalogueRoute = () => <pages.catalogue.Page missing={<pages.missing.Page />} />;
const ItemRoute = () => <pages.item.Page missing={<pages.missing.Page />} />;
const PracticeRoute = () => (
  <pages.practice.Page missing={<pages.missing.Page />} unavailable={<Unavailable />} />
);

/** The one table of pages: the browser shows by it, the server loads, answers and writes heads by it. */
export const pageRoutes: PageRoute[] = [
  { id: 'home', path: '/', module: pages.home.module, element: <HomeRoute /> },
  routeOf('search', '/search', pages.search),
  routeOf('category', '/news/:catslug', pages.category),
  routeOf('tag', '/tags/:tagslug', pages.tag),
  routeOf('about', '/about', pages.about),
  routeOf('contact', '/contact', pages.contact),
  { id: 'catalogue', path: '/catalogs/:store', module: pages.catalogue.module, element: <CatalogueRoute /> },
  { id: 'catalogue', path: '/all-lawers', module: pages.catalogue.module, element: <CatalogueRoute /> },
  ...COMING_PAGES.map((page): PageRoute => ({
    id: 'soon',
    path: page.path,
    module: pages.comingSoon.module,
    element: <pages.comingSoon.Page page={page} />,
  })),
  routeOf('order', directoryPaths.order(), pages.order),
  { id: 'item', path: '/catalogs/:store/:id/:slug', module: pages.item.module, element: <ItemRoute /> },
  { id: 'login', path: '/login', module: pages.login.module, element: <LoginRoute /> },
  routeOf('saved', '/saved', pages.saved),
  routeOf('directory', '/find-a-lawyer', pages.directory),
  routeOf('directory', '/find-a-lawer', pages.directory),
  {
    id: 'practice',
    path: '/find-a-lawyer/:practice',
    module: pages.practice.module,
    element: <PracticeRoute />,
  },
  routeOf('article', '/:catslug/:newsslug', pages.article),
  routeOf('slug', '/:newsslug', pages.slug),
  routeOf('missing', '*', pages.missing),
];

const isAny = (path: string): boolean => path === '*';
const placesIn = (path: string): number => (isAny(path) ? Number.MAX_SAFE_INTEGER : path.split('/:').length);
const shapeOf = (path: string): RegExp =>
  isAny(path) ? /^/ : new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/*$`, 'i');

/** Rows as the router would choose them: of those that fit, the one with the fewest placeholders, `*` last. */
const rows = pageRoutes
  .map((row) => ({ row, places: placesIn(row.path), shape: shapeOf(row.path) }))
  .toSorted((a, b) => a.places - b.places);

/** The row of an address, found with what was prepared once: the router prepares all rows that it is shown, each time. */
export function rowsFor(pathname: string): PageRoute[] {
  const path = decoded(pathname);
  const fitting = rows.find(({ shape }) => shape.test(path));
  return fitting === undefined ? [] : [fitting.row];
}

/** As the router reads it: a slash that is written as a sign parts nothing. */
function decoded(pathname: string): string {
  try {
    return pathname.includes('%')
      ? pathname
          .split('/')
          .map((part) => decodeURIComponent(part).replaceAll('/', '%2F'))
          .join('/')
      : pathname;
  } catch {
    return pathname;
  }
}

export interface PageMatch {
  name: PageName;
  /** The address as the table writes it. */
  pattern: string;
  params: Readonly<Record<string, string | undefined>>;
  /** What the browser needs beside the entry; absent where the entry is enough. */
  module?: PageModule;
}

const MISSING: PageMatch = { name: 'missing', pattern: '*', params: {}, module: pages.missing.module };

/** The page of an address; an address that cannot be read is a page that is not there. */
export function matchPage(pathname: string): PageMatch {
  try {
    const match = matchRoutes(rowsFor(pathname), pathname)?.at(-1);
    if (match === undefined) return MISSING;
    const { id, path, module } = match.route;
    return { name: id, pattern: path, params: match.params, ...(module === undefined ? {} : { module }) };
  } catch {
    return MISSING;
  }
}

/** Has every page here, so that none is waited for when it is asked for. */
export async function loadAllPages(): Promise<void> {
  await Promise.all(pageRoutes.map(({ module }) => module?.load()));
}

/** Sources of all pages that are no part of the entry. */
export const pageSources = (): Set<string> =>
  new Set(pageRoutes.flatMap(({ module }) => (module === undefined ? [] : [module.source])));

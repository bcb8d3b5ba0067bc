import type { ReactNode } from 'react';
import { matchRoutes } from 'react-router-dom';
import { OutletContext, RouteParamsContext } from '#shared/routing/current-route.ts';
import type { DocumentKind, RouteDefinition, RouteParams } from '#shared/routing/route.ts';
import { accountRoutes } from '../features/account/account-routes.ts';
import { cartRoutes } from '../features/cart/cart-routes.ts';
import { catalogRoutes } from '../features/catalog/catalog-routes.ts';
import { consoleRoutes } from '../features/console/console-routes.ts';
import { directoryRoutes } from '../features/directory/directory-routes.ts';
import { lazyNotFoundPage, newsRoutes } from '../features/news/news-routes.ts';
import { ordersRoutes } from '../features/orders/orders-routes.ts';
import { paymentRoutes } from '../features/payment/payment-routes.ts';
import { siteRoutes } from '../features/site/site-routes.ts';
import type { ShellPage } from './page-shell.tsx';

/**
 * Returns every page of the site. React Router ranks the paths, so their order does not matter. Those of the console are
 * added before the first call (`features/console/page-table.ts`).
 */
export const allRoutes = (): readonly RouteDefinition[] => [
  ...newsRoutes,
  ...siteRoutes,
  ...catalogRoutes,
  ...cartRoutes,
  ...ordersRoutes,
  ...paymentRoutes,
  ...directoryRoutes,
  ...accountRoutes,
  ...consoleRoutes,
];

export const notFoundPage = <lazyNotFoundPage.Page path="*" />;

interface PageRouteObject {
  path: string;
  definition: RouteDefinition;
  children?: PageRouteObject[];
}

const toRouteObject = (definition: RouteDefinition): PageRouteObject => ({
  path: definition.path,
  definition,
  ...(definition.children === undefined ? {} : { children: definition.children.map(toRouteObject) }),
});

/** Made at the first match. */
let routeObjects: PageRouteObject[] | undefined;

const NOT_FOUND_ROUTE: RouteDefinition = {
  path: '*',
  kind: 'reading',
  lazy: lazyNotFoundPage,
};

export interface PageMatch {
  /** The matched routes, outermost first: layout routes and the page. */
  branch: readonly RouteDefinition[];
  /** The page itself, the last of `branch`. */
  route: RouteDefinition;
  params: RouteParams;
}

/** Returns the page of a path; the not-found page for one with a malformed escape sequence. */
export function matchPage(pathname: string): PageMatch {
  const matches = matchAll(pathname);
  const branch = matches.map(({ route }) => route.definition);
  const route = branch.at(-1);
  if (route === undefined) return { branch: [NOT_FOUND_ROUTE], route: NOT_FOUND_ROUTE, params: {} };
  return { branch, route, params: matches.at(-1)?.params ?? {} };
}

/** Documents of one of these are one application; a page of another one loads its document, with its policy. */
export type DocumentGroup = DocumentKind | 'payment';

export const groupOf = ({ route: { kind, allowsPayment = false } }: PageMatch): DocumentGroup =>
  allowsPayment ? 'payment' : kind;

export const documentGroupOf = (pathname: string): DocumentGroup => groupOf(matchPage(pathname));

function matchAll(pathname: string) {
  try {
    return matchRoutes((routeObjects ??= allRoutes().map(toRouteObject)), pathname) ?? [];
  } catch {
    return [];
  }
}

/**
 * Returns the element of a page, inside those of its layout routes. Reading documents pass no `Shell`: pages of other
 * kinds are other documents.
 */
export function pageElement(match: PageMatch, Shell?: typeof ShellPage): ReactNode {
  const elementOf = (route: RouteDefinition): ReactNode => {
    if (route.kind === 'reading') return <route.lazy.Page path={route.path} />;
    return Shell === undefined ? null : <Shell route={route} page={match.route.path} />;
  };
  const page = match.branch.reduceRight<ReactNode>(
    (inner, route) => <OutletContext value={inner}>{elementOf(route)}</OutletContext>,
    null,
  );
  return <RouteParamsContext value={match.params}>{page}</RouteParamsContext>;
}

/** Loads the components of all matched routes. */
export const loadPages = (match: PageMatch) => Promise.all(match.branch.map(({ lazy }) => lazy.load()));

/** Loads the `RouteData` of all matched routes. */
export const loadData = (match: PageMatch) => Promise.all(match.branch.map(({ lazy }) => lazy.loadData()));

const flatten = (routes: readonly RouteDefinition[]): RouteDefinition[] =>
  routes.flatMap((route) => [route, ...flatten(route.children ?? [])]);

/** Loads the modules of all reading pages, so that the server renders them without waiting. */
export async function loadAllPages(): Promise<void> {
  await Promise.all(
    flatten(allRoutes()).flatMap(({ kind, lazy }) =>
      kind === 'reading' ? [lazy.load(), lazy.loadData()] : [],
    ),
  );
}

export interface PageSource {
  kind: DocumentKind;
  /** Paths below `src/` of the modules of the layout routes, outermost first, and of the page. */
  modules: readonly string[];
}

const sourcesOf = (
  routes: readonly RouteDefinition[],
  layouts: readonly string[] = [],
): [string, PageSource][] =>
  routes.flatMap(({ lazy, kind, children = [] }) => {
    const modules = [...layouts, lazy.source];
    return [[lazy.source, { kind, modules }], ...sourcesOf(children, modules)];
  });

/** Returns the kind and the modules of each page, by the path of its own module below `src/`. */
export const pageSources = (): Map<string, PageSource> => new Map(sourcesOf(allRoutes()));

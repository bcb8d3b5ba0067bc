import type { ReactNode } from 'react';
import { matchRoutes, type RouteObject } from 'react-router-dom';
import type { DocumentKind, RouteDefinition, RouteParams } from '#shared/routing/route.ts';
import { accountRoutes } from '../features/account/account-routes.ts';
import { catalogRoutes } from '../features/catalog/catalog-routes.ts';
import { directoryRoutes } from '../features/directory/directory-routes.ts';
import { missingPage, newsRoutes } from '../features/news/news-routes.ts';
import { siteRoutes } from '../features/site/site-routes.ts';

/** Every page of the site. React Router ranks the paths, so their order does not matter. */
export const ROUTES: readonly RouteDefinition[] = [
  ...newsRoutes,
  ...siteRoutes,
  ...catalogRoutes,
  ...directoryRoutes,
  ...accountRoutes,
];

export const NotFoundPage = () => <missingPage.Page path="*" />;

interface PageRouteObject {
  path: string;
  element: ReactNode;
  definition: RouteDefinition;
  children?: PageRouteObject[];
}

const toRouteObject = (
  definition: RouteDefinition,
  children: readonly PageRouteObject[] = (definition.children ?? []).map((child) => toRouteObject(child)),
): PageRouteObject => ({
  path: definition.path,
  element: <definition.lazy.Page path={definition.path} />,
  definition,
  ...(children.length === 0 ? {} : { children: [...children] }),
});

const ROUTE_OBJECTS: PageRouteObject[] = ROUTES.map((route) => toRouteObject(route));

const MISSING: RouteDefinition = { path: '*', name: 'missing', kind: 'reading', lazy: missingPage };

export interface PageMatch {
  /** The matched routes, outermost first: layout routes and the page. */
  branch: readonly RouteDefinition[];
  /** The page itself, the last of `branch`. */
  route: RouteDefinition;
  params: RouteParams;
}

/** The page of an address; an address that cannot be decoded has the not-found page. */
export function matchPage(pathname: string): PageMatch {
  const matches = matchAll(pathname);
  const branch = matches.map(({ route }) => route.definition);
  return { branch, route: branch.at(-1) ?? MISSING, params: matches.at(-1)?.params ?? {} };
}

export const kindOf = (pathname: string): DocumentKind => matchPage(pathname).route.kind;

function matchAll(pathname: string) {
  try {
    return matchRoutes(ROUTE_OBJECTS, pathname) ?? [];
  } catch {
    return [];
  }
}

const branches = new WeakMap<RouteDefinition, RouteObject[]>();

/**
 * The routes to render an address with: only those that match it, as `useRoutes` prepares and ranks all that it is given
 * at every rendering.
 */
export function branchFor(pathname: string): RouteObject[] {
  const { branch, route } = matchPage(pathname);
  let objects = branches.get(route);
  if (objects === undefined) {
    objects = branch.reduceRight<PageRouteObject[]>(
      (children, definition) => [toRouteObject(definition, children)],
      [],
    );
    branches.set(route, objects);
  }
  return objects;
}

/** Loads what an address needs beside the entry. */
export const loadModules = (match: PageMatch) =>
  Promise.all((match.branch.length === 0 ? [match.route] : match.branch).map(({ lazy }) => lazy.load()));

const flatten = (routes: readonly RouteDefinition[]): RouteDefinition[] =>
  routes.flatMap((route) => [route, ...flatten(route.children ?? [])]);

const ALL_ROUTES = flatten(ROUTES);

/** Loads the modules of all pages that the server renders, so that no request waits for one. */
export async function loadAllPages(): Promise<void> {
  await Promise.all(ALL_ROUTES.flatMap(({ kind, lazy }) => (kind === 'reading' ? [lazy.load()] : [])));
}

/** Source and kind of the module of every page. */
export const pageSources = (): Map<string, DocumentKind> =>
  new Map(ALL_ROUTES.map(({ lazy, kind }) => [lazy.source, kind]));

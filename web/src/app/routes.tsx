import type { ReactNode } from 'react';
import { matchRoutes } from 'react-router-dom';
import { RESERVED_SEGMENTS } from '@vidhi/contracts/reserved-segments.ts';
import { OutletContext, RouteParamsContext } from '#shared/routing/current-route.ts';
import { addedPages } from '#shared/routing/define-page.ts';
import type { DocumentKind, RouteDefinition, RouteParams } from '#shared/routing/route.ts';
import { accountPages } from '../features/account/account-pages.ts';
import { catalogPages } from '../features/catalog/catalog-pages.ts';
import { directoryPages } from '../features/directory/directory-pages.ts';
import { newsPages, notFoundPage } from '../features/news/news-pages.ts';
import { sitePages } from '../features/site/site-pages.ts';
import type { ShellPage } from './page-shell.tsx';

/** Returns every page that this entry has, and on the server every page. React Router ranks the paths, so their order does not matter. */
export const allPages = (): readonly RouteDefinition[] => [
  ...newsPages,
  ...sitePages,
  ...catalogPages,
  ...directoryPages,
  ...accountPages,
  ...addedPages,
];

export const notFoundElement = <notFoundPage.lazy.Page path="*" />;

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

/** Made at the first match, and again when an entry has added its pages. */
let routeObjects: PageRouteObject[] = [];
let addedCount = -1;

export interface PageMatch {
  /** The matched routes, outermost first: layout routes and the page. */
  branch: readonly RouteDefinition[];
  /** The page itself, the last of `branch`. */
  route: RouteDefinition;
  params: RouteParams;
}

/**
 * Returns the page of a path: for server and browser the one place that decides it. The not-found page for a path with a
 * malformed escape sequence, and for one whose first segment is reserved where a slug would be.
 */
export function matchPage(pathname: string): PageMatch {
  const matches = matchAll(pathname);
  const branch = matches.map(({ route }) => route.definition);
  const route = branch.at(-1);
  const params = matches.at(-1)?.params ?? {};
  const slug = params[/^\/:(\w+)/.exec(route?.path ?? '')?.[1] ?? ''];
  if (route === undefined || (slug !== undefined && RESERVED_SEGMENTS.has(slug)))
    return { branch: [notFoundPage], route: notFoundPage, params: {} };
  return { branch, route, params };
}

/** Documents of one of these are one application; a page of another one loads its document, with its policy. */
export type DocumentGroup = DocumentKind | 'payment';

const groupOf = ({ route: { kind, allowsPayment = false } }: PageMatch): DocumentGroup =>
  allowsPayment ? 'payment' : kind;

export const documentGroupOf = (pathname: string): DocumentGroup => groupOf(matchPage(pathname));

/**
 * Returns whether the page is shown by client navigation in a document of the group. Pages of other kinds are unknown to
 * some entries, and the server alone says where an unknown address leads: both are documents of their own.
 */
export const isOfGroup = (match: PageMatch, group: DocumentGroup): boolean =>
  match.route !== notFoundPage && groupOf(match) === group;

function matchAll(pathname: string) {
  if (addedCount !== addedPages.size) {
    addedCount = addedPages.size;
    routeObjects = allPages().map(toRouteObject);
  }
  try {
    return matchRoutes(routeObjects, pathname) ?? [];
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
    return Shell === undefined ? null : <Shell route={route} shell={match.route.shell} />;
  };
  const page = match.branch.reduceRight<ReactNode>(
    (inner, route) => <OutletContext value={inner}>{elementOf(route)}</OutletContext>,
    null,
  );
  return <RouteParamsContext value={match.params}>{page}</RouteParamsContext>;
}

/** Loads the page of addresses at which there is none, which other pages render in their place. */
export const loadNotFoundPage = () => notFoundPage.lazy.load();

/** Loads the components of all matched routes. */
export const loadPages = (match: PageMatch) => Promise.all(match.branch.map(({ lazy }) => lazy.load()));

/** Loads the `RouteData` of all matched routes. */
export const loadData = (match: PageMatch) => Promise.all(match.branch.map(({ lazy }) => lazy.loadData()));

const flatten = (routes: readonly RouteDefinition[]): RouteDefinition[] =>
  routes.flatMap((route) => [route, ...flatten(route.children ?? [])]);

/** Loads the modules of all reading pages, so that the server renders them without waiting. */
export async function loadAllPages(): Promise<void> {
  await Promise.all(
    flatten(allPages()).flatMap(({ kind, lazy }) =>
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
export const pageSources = (): Map<string, PageSource> => new Map(sourcesOf(allPages()));

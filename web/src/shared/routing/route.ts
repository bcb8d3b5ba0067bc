import type { ComponentType, ReactNode } from 'react';
import type { ScreenSegment } from '@vidhi/contracts/reserved-segments.ts';
import type { QueryDefinition } from '../api/read.ts';
import type { Head } from '../head/head.ts';
import type { SiteConfig } from '../site/site.ts';

/**
 * Kinds of documents: `reading` pages are rendered on the server and cached, `app` pages (forms, account, checkout) and
 * `console` pages (staff) are shells that the browser fills. The kind decides entry, budget, cache header, security
 * policy and indexing (`docs/how-to/add-a-page.md`).
 */
export type DocumentKind = 'reading' | 'app' | 'console';

export type RouteParams = Readonly<Record<string, string | undefined>>;

/** The result of a query: its data, or that it failed. */
export type ReadResult<View> = { ok: true; value: View } | { ok: false };

/** Runs a query and adds its data to the store of the page. Never rejects. */
export type Reader = <Arg, View, Wire>(
  read: QueryDefinition<Arg, View, Wire>,
  arg: Arg,
) => Promise<ReadResult<View>>;

/** Selects the data of a query from the store; undefined while there is none. */
export type SelectData = <Arg, View, Wire>(
  read: QueryDefinition<Arg, View, Wire>,
  arg: Arg,
) => View | undefined;

/** The status that a document gets. */
export type Outcome = { status: 200 | 404 | 503 } | { status: 301; location: string };

export const FOUND: Outcome = { status: 200 };
export const NOT_FOUND: Outcome = { status: 404 };
export const FAILED: Outcome = { status: 503 };

export interface LoadInput {
  params: RouteParams;
  query: URLSearchParams;
  /** The innermost route's own path, as its feature declares it. */
  path: string;
  read: Reader;
}

export interface HeadInput {
  params: RouteParams;
  query: URLSearchParams;
  /** The route's own path, as its feature declares it. */
  path: string;
  site: SiteConfig;
  selectData: SelectData;
}

export interface PageProps {
  /** The route's own path, as its feature declares it. */
  path: string;
}

/** Data and head of a page, in a module of their own: a document that the server has rendered does not load it. */
export interface RouteData {
  /** Runs the queries of the page; a route without it is always found. */
  load?: (input: LoadInput) => Promise<Outcome>;
  /** The head of the page; null while its data is not in the store. */
  head?: (input: HeadInput) => Head | null;
}

export type PageOutline = 'article' | 'list' | 'front' | 'form';

/** The modules of a page, loaded on demand. Each is loaded once, and again after a failure. */
export interface LazyPage {
  /** Path of the page's source below `src/`, by which the build's manifest names its chunk. */
  source: string;
  /** Shape of the skeleton that is shown until the page is loaded. */
  outline: PageOutline;
  /** Loads the page; rejects with a `ChunkLoadError`. */
  load(): Promise<void>;
  loadData(): Promise<RouteData>;
  Page: ComponentType<LazyPageProps>;
}

export interface LazyPageProps extends PageProps {
  /** Shown until the module is loaded; a skeleton where left out. */
  fallback?: ReactNode;
}

/** First segments are reserved (`packages/contracts/src/reserved-segments.ts`), so that no slug can take them. */
export type RoutePath =
  | '/'
  | '*'
  | '/:newsslug'
  | '/:catslug/:newsslug'
  | `/${ScreenSegment}`
  | `/${ScreenSegment}/${string}`;

/** A page, as its feature declares it (`define-page.ts`). Paths, nesting and ranking are those of React Router. */
export interface RouteDefinition {
  path: RoutePath;
  kind: DocumentKind;
  /** The page and its data, each in a chunk of its own. */
  lazy: LazyPage;
  /** Content of the document of an app or console page until its page is loaded; reading pages have none. */
  shell?: PageShell;
  /** Whether the page exists only where visitors can log in; for app pages, the others decide in their `load`. */
  needsLogin?: boolean;
  /**
   * Whether what the path of an app page names exists; true where that cannot be known. The server responds 404 otherwise.
   * Its queries are not in the state of the document.
   */
  exists?: (params: RouteParams, read: Reader) => Promise<boolean>;
  /** Whether the page may open the card provider's widget: only then its policy names the provider's hosts. */
  allowsPayment?: boolean;
  /** Pages that this one surrounds: its `Page` renders them by `useOutlet`. */
  children?: readonly RouteDefinition[];
}

/** The content of the shell of an app or console page, which the page itself repeats in the same place. */
export interface PageShell {
  /** Title of the document, and heading. */
  title: string;
  /** First paragraph. */
  intro?: string;
}

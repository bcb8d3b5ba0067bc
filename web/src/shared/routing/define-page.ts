import type { ComponentType } from 'react';
import { lazyPage } from './lazy-page.tsx';
import type { PageOutline, PageProps, PageShell, RouteData, RouteDefinition, RoutePath } from './route.ts';

interface PageModules {
  path: RoutePath;
  /** Name of the page's module in the folder `routes` of its feature, the one that `page` imports. */
  file: string;
  page: () => Promise<ComponentType<PageProps>>;
  /** Shape of the skeleton that is shown until the page is loaded; that of an article where left out. */
  outline?: PageOutline;
}

interface ReadingPage extends PageModules {
  kind: 'reading';
  /** `load` and `head` of the page, which the browser imports for client navigations only. */
  data: () => Promise<RouteData>;
}

interface AppPage extends PageModules, Pick<RouteDefinition, 'needsLogin' | 'allowsPayment' | 'exists'> {
  kind: 'app';
  shell: PageShell;
  /** App pages load their data themselves. */
  data?: never;
}

/** Returns a function that makes the row of a page of the feature: all that server, browser and build read of it. */
export const pagesOf =
  (feature: string) =>
  ({ file, page, data, outline, ...rest }: AppPage | ReadingPage): RouteDefinition => ({
    ...rest,
    lazy: lazyPage({ source: `features/${feature}/routes/${file}.tsx`, outline, page, data }),
  });

/** Pages that only some entries have, and the server: those of the app and of the console, added before the first match. */
export const addedPages = new Set<RouteDefinition>();

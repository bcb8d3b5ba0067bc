import { Suspense, use, type ComponentType, type ReactNode } from 'react';
import { Skeleton } from '../ui/skeleton.tsx';
import { ChunkLoadError } from './chunk-load-error.ts';
import type { PageProps, RouteModule } from './route.ts';

export type PageOutline = 'article' | 'list' | 'front';

/** The module of a route, fetched when its page is opened or prefetched. */
export interface LazyPage {
  /** Path of the source below `src/`, by which the build's manifest names its chunk. */
  source: string;
  /** What is shown until the module is loaded. */
  outline: PageOutline;
  /** Loads the module at most once, and again after a failure. Rejects with a `ChunkLoadError`. */
  load(): Promise<RouteModule>;
  Page: ComponentType<LazyPageProps>;
}

interface LazyPageProps extends PageProps {
  /** Shown until the module is loaded; the outline where there is none. */
  fallback?: ReactNode;
}

/**
 * A page whose module is loaded on demand. Once loaded it renders like any other component, so that the server's
 * markup and the first rendering in the browser are the same; before that it shows its outline.
 */
export function lazyPage(
  source: string,
  outline: PageOutline,
  importModule: () => Promise<RouteModule>,
): LazyPage {
  let loaded: RouteModule | undefined;
  let latest: Promise<RouteModule> | undefined;
  let hasFailed = false;
  const load = (): Promise<RouteModule> => {
    if (latest !== undefined && !hasFailed) return latest;
    hasFailed = false;
    latest = importModule().then(
      (module) => (loaded = module),
      (error: unknown) => {
        hasFailed = true;
        throw new ChunkLoadError(source, { cause: error });
      },
    );
    return latest;
  };
  function Content(props: PageProps) {
    // Not loaded again while rendering after a failure, which would never end: the boundary decides.
    if (loaded === undefined) use(latest ?? load());
    return loaded === undefined ? null : <loaded.Page {...props} />;
  }
  const Page = ({
    path,
    fallback = <Skeleton shape={outline} label="Loading the page" />,
  }: LazyPageProps) => (
    <Suspense fallback={fallback}>
      <Content path={path} />
    </Suspense>
  );
  return { source, outline, load, Page };
}

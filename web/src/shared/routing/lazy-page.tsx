import { Suspense, use } from 'react';
import { Skeleton } from '../ui/skeleton.tsx';
import { ChunkLoadError } from './chunk-load-error.ts';
import type { LazyPage, LazyPageProps, PageOutline, PageProps, RouteModule } from './route.ts';

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

import { Suspense, use, type ComponentType } from 'react';
import { Skeleton } from '../ui/skeleton.tsx';
import { ChunkLoadError } from './chunk-load-error.ts';
import type { LazyPage, LazyPageProps, PageOutline, PageProps, RouteData } from './route.ts';

interface LazyPageOptions {
  /** Path of the page's source below `src/`, the same that `page` imports. */
  source: string;
  outline?: PageOutline | undefined;
  page: () => Promise<ComponentType<PageProps>>;
  /** Left out for pages of kind app and console, which load their data themselves. */
  data?: (() => Promise<RouteData>) | undefined;
}

const NO_DATA = async (): Promise<RouteData> => ({});

/**
 * Returns a page whose modules are loaded on demand; it shows a skeleton until then. Unlike `React.lazy`, it renders
 * synchronously once `load` has resolved, so that the first rendering in the browser equals the server's markup.
 */
export function lazyPage({ source, outline = 'article', page, data = NO_DATA }: LazyPageOptions): LazyPage {
  let Loaded: ComponentType<PageProps> | undefined;
  const load = once(async () => {
    Loaded = await page().catch((cause: unknown) => {
      throw new ChunkLoadError(source, { cause });
    });
  });
  function Content(props: PageProps) {
    // A failed load is not repeated while rendering, which would loop; the page boundary handles it.
    if (Loaded === undefined) use(load.latest() ?? load());
    return Loaded === undefined ? null : <Loaded {...props} />;
  }
  const Page = ({
    path,
    fallback = <Skeleton shape={outline} label="Loading the page" />,
  }: LazyPageProps) => (
    <Suspense fallback={fallback}>
      <Content path={path} />
    </Suspense>
  );
  return { source, outline, load, loadData: once(data), Page };
}

/** Shares one promise among all callers until it rejects; the call after that tries again. */
function once<Result>(work: () => Promise<Result>): (() => Promise<Result>) & {
  /** The promise of the last call, a rejected one included. */
  latest: () => Promise<Result> | undefined;
} {
  let latest: Promise<Result> | undefined;
  let hasFailed = false;
  const call = (): Promise<Result> => {
    if (latest !== undefined && !hasFailed) return latest;
    hasFailed = false;
    latest = work();
    latest.catch(() => (hasFailed = true));
    return latest;
  };
  return Object.assign(call, { latest: () => latest });
}

import { Suspense, use, type ComponentType } from 'react';
import { Skeleton } from '../ui/skeleton.tsx';
import { ChunkLoadError } from './chunk-load-error.ts';

/** The module of a page: where it is, for the build's manifest, and a way to have it here. */
export interface PageModule {
  /** Path of the source below `src/`. */
  source: string;
  /** Fulfilled once the page can be shown at once; fetches it at most once, and again after a failure. */
  load(): Promise<void>;
}

export interface LazyPage<Props> {
  module: PageModule;
  Page: ComponentType<Props>;
}

/**
 * A page whose module is fetched when it is wanted. Once it is here it renders like any other component, so
 * the server's markup and the browser's first rendering are the same; before that its outline stands there.
 */
export function lazyPage<Props extends object>(
  source: string,
  shape: 'article' | 'list' | 'front',
  fetchPage: () => Promise<ComponentType<Props>>,
): LazyPage<Props> {
  let Loaded: ComponentType<Props> | undefined;
  let latest: Promise<void> | undefined;
  let hasFailed = false;
  const load = (): Promise<void> => {
    if (latest !== undefined && !hasFailed) return latest;
    hasFailed = false;
    latest = fetchPage().then(
      (page) => void (Loaded = page),
      (error: unknown) => {
        hasFailed = true;
        throw new ChunkLoadError(source, { cause: error });
      },
    );
    return latest;
  };
  function Content(props: Props) {
    // A failure is not tried again while rendering, which would go on for ever: the boundary decides.
    if (Loaded === undefined) use(latest ?? load());
    return Loaded === undefined ? null : <Loaded {...props} />;
  }
  const Page = (props: Props) => (
    <Suspense fallback={<Skeleton shape={shape} label="Loading the page" />}>
      <Content {...props} />
    </Suspense>
  );
  return { module: { source, load }, Page };
}

import { Suspense, use, type ComponentType } from 'react';
import { Skeleton } from '../shared/ui/skeleton.tsx';

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
  let loading: Promise<void> | undefined;
  const load = (): Promise<void> => {
    loading ??= fetchPage().then(
      (page) => void (Loaded = page),
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  function Content(props: Props) {
    if (Loaded === undefined) use(load());
    return Loaded === undefined ? null : <Loaded {...props} />;
  }
  const Page = (props: Props) => (
    <Suspense fallback={<Skeleton shape={shape} label="Loading the page" />}>
      <Content {...props} />
    </Suspense>
  );
  return { module: { source, load }, Page };
}

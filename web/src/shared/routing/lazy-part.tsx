import { lazy, Suspense, type ComponentType } from 'react';
import { Skeleton } from '../ui/skeleton.tsx';
import { ChunkLoadError } from './chunk-load-error.ts';

/**
 * A large part of a page that not all its visitors need, loaded when it is first rendered; it shows a skeleton until then.
 * The page boundary handles a failure as it does that of a page.
 * @param name names the part in the error.
 */
export function lazyPart<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part = lazy(async () => ({
    default: await load().catch((cause: unknown) => {
      throw new ChunkLoadError(name, { cause });
    }),
  })) as unknown as ComponentType<Props>;
  return (props) => (
    <Suspense fallback={<Skeleton shape="form" label="Loading" />}>
      <Part {...props} />
    </Suspense>
  );
}

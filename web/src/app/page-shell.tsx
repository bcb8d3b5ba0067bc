import { useSyncExternalStore } from 'react';
import type { RouteDefinition } from '#shared/routing/route.ts';
import { Skeleton } from '#shared/ui/skeleton.tsx';

const never = () => () => undefined;

interface PageShellProps {
  route: RouteDefinition;
  /** Title of the page inside, where `route` is a layout. */
  title: string;
}

/**
 * A page of kind app or console. The server renders its title and outline alone, which are also the first rendering in
 * the browser and what is shown while the module is loaded.
 */
export function ShellPage({ route, title }: PageShellProps) {
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const shell = (
    <div className="page-shell">
      <header className="page-head">
        <h1>{title}</h1>
      </header>
      <Skeleton shape={route.lazy.outline} label="Loading the page" />
    </div>
  );
  return isHydrated ? <route.lazy.Page path={route.path} fallback={shell} /> : shell;
}

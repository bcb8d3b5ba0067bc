import { startTransition, useEffect, useState } from 'react';
import { evaluatePreloads } from '#shared/app-page/evaluate-preloads.ts';
import type { RouteDefinition } from '#shared/routing/route.ts';
import { Skeleton } from '#shared/ui/skeleton.tsx';

type Intros = Readonly<Partial<Record<string, string>>>;

/**
 * First paragraphs by the path of the route, of all features; a page repeats its own in the same place. They are no part of
 * the routes, which reading pages load as well.
 */
const INTROS: Intros = Object.assign(
  {},
  ...Object.values(import.meta.glob<Intros>('../features/*/*-intros.ts', { eager: true, import: 'intros' })),
);

/** Whether the shell of this document has been hydrated: pages that are opened afterwards are rendered at once. */
let isDocumentHydrated = false;

interface PageShellProps {
  route: RouteDefinition;
  /** Title of the page, also where `route` is a layout route. */
  title: string;
}

/**
 * A page of kind app or console. The server renders its title and a skeleton; the browser hydrates the same and then
 * shows it until the page's module is loaded.
 */
export function ShellPage({ route, title }: PageShellProps) {
  const [isHydrated, setHydrated] = useState(isDocumentHydrated);
  useEffect(() => {
    isDocumentHydrated = true;
    // A transition is rendered in slices: the pages consist of many small components of antd.
    const showPage = () => startTransition(() => setHydrated(true));
    // A chunk that cannot be loaded fails again with the page, whose boundary handles it.
    evaluatePreloads(document).then(showPage, showPage);
  }, []);
  const intro = INTROS[route.path];
  const shell = (
    <div className={route.lazy.outline === 'form' ? 'page-shell form-page' : 'page-shell'}>
      <header className="page-head">
        <h1>{title}</h1>
      </header>
      {intro !== undefined && <p className="app-intro">{intro}</p>}
      <Skeleton shape={route.lazy.outline} label="Loading the page" />
    </div>
  );
  return isHydrated ? <route.lazy.Page path={route.path} fallback={shell} /> : shell;
}

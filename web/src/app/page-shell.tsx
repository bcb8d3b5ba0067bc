import { createContext, startTransition, use, useEffect, useState } from 'react';
import { evaluatePreloads } from '#shared/app-page/evaluate-preloads.ts';
import type { PageShell, RouteDefinition } from '#shared/routing/route.ts';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { readPageState } from './page-state.ts';

const NO_SHELL: PageShell = { title: '' };
const MISSING: PageShell = { title: 'We could not find this page' };

/** Whether there is no page at the address of the document; null in browsers, which read it in the document. */
export const MissingShell = createContext<boolean | null>(null);

/** Whether the shell of this document has been hydrated: pages that are opened afterwards are rendered at once. */
let isDocumentHydrated = false;

interface PageShellProps {
  route: RouteDefinition;
  /** The shell of the page, also where `route` is a layout route. */
  shell: PageShell | undefined;
}

/**
 * A page of kind app or console. The server renders its title and a skeleton; the browser hydrates the same and then
 * shows it until the page's module is loaded.
 */
export function ShellPage({ route, shell = NO_SHELL }: PageShellProps) {
  const ofServer = use(MissingShell);
  // It has the title of the not-found page until the module of its own says the rest.
  const [isMissing] = useState(
    () => ofServer ?? (!isDocumentHydrated && readPageState(document).isMissing === true),
  );
  const { title, intro } = isMissing ? MISSING : shell;
  const [isHydrated, setHydrated] = useState(isDocumentHydrated);
  useEffect(() => {
    isDocumentHydrated = true;
    // A transition is rendered in slices: the pages consist of many small components of antd.
    const showPage = () => startTransition(() => setHydrated(true));
    // A chunk that cannot be loaded fails again with the page, whose boundary handles it.
    evaluatePreloads(document).then(showPage, showPage);
  }, []);
  const content = (
    <div className={route.lazy.outline === 'form' ? 'page-shell form-page' : 'page-shell'}>
      <header className="page-head">
        <h1>{title}</h1>
      </header>
      {intro !== undefined && <p className="app-intro">{intro}</p>}
      <div className="needs-script">
        <Skeleton shape={route.lazy.outline} label="Loading the page" />
      </div>
      {!isMissing && (
        <noscript>
          <p>This page needs JavaScript. Please switch it on in your browser, then reload the page.</p>
        </noscript>
      )}
    </div>
  );
  return isHydrated ? <route.lazy.Page path={route.path} fallback={content} /> : content;
}

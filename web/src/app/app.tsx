import { useEffect, useMemo, useState, type ComponentType, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { useOptionsQuery } from '#shared/site/site-api.ts';
import { Unavailable } from '#shared/ui/unavailable.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { NotFoundProvider } from '#shared/ui/not-found.tsx';
import { SiteProvider } from '#shared/site/site-context.tsx';
import type { SiteConfig } from '#shared/site/site.ts';
import { SiteLayout } from './layouts/site-layout.tsx';
import type { ShellPage } from './page-shell.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { isOfGroup, matchPage, notFoundElement, pageElement, type DocumentGroup } from './routes.tsx';
import { withOptions } from './site-facts.ts';
import type { Store } from './store.ts';

export interface AppProps {
  store: Store;
  site: SiteConfig;
  group: DocumentGroup;
  /** Renders app and console pages; the reading entry leaves it out. */
  Shell?: typeof ShellPage | undefined;
  /** Layout of the document; the console has its own. */
  Layout?: ComponentType<{ children: ReactNode }> | undefined;
  /** Whether the document is a 503: shows a retry page until a navigation. */
  isUnavailable: boolean;
  /** Components that run in the browser only: head, scroll and focus, session. */
  children?: ReactNode;
}

/** The whole application below a router: `StaticRouter` on the server, `BrowserRouter` in the browser. */
export function App({ store, site, group, Shell, Layout = SiteLayout, isUnavailable, children }: AppProps) {
  return (
    <AppData store={store} site={site}>
      <Layout>
        <CurrentPage group={group} Shell={Shell} isUnavailable={isUnavailable} />
      </Layout>
      {children}
    </AppData>
  );
}

interface AppDataProps {
  store: Store;
  site: SiteConfig;
  children: ReactNode;
}

/** Provides the store and the facts of the site. */
export const AppData = ({ store, site, children }: AppDataProps) => (
  <Provider store={store}>
    <SiteFacts site={site}>{children}</SiteFacts>
  </Provider>
);

function SiteFacts({ site, children }: { site: SiteConfig; children: ReactNode }) {
  const { data: options } = useOptionsQuery();
  const facts = useMemo(() => withOptions(site, options), [site, options]);
  return <SiteProvider value={facts}>{children}</SiteProvider>;
}

interface CurrentPageProps {
  group: DocumentGroup;
  Shell: typeof ShellPage | undefined;
  isUnavailable: boolean;
}

/**
 * The page of the current URL. A 503 document shows a retry page, without requests for its data, until a navigation. What
 * a reading page cannot find after a navigation is a document of its own: the server says whether there is none.
 */
function CurrentPage({ group, Shell, isUnavailable }: CurrentPageProps) {
  const { key, pathname, search } = useLocation();
  const location = `${key} ${pathname}${search}`;
  const [documentLocation, setDocumentLocation] = useState<string | null>(location);
  if (documentLocation !== null && documentLocation !== location) setDocumentLocation(null);
  const isOfDocument = documentLocation === location;
  const elsewhere = isOfDocument || group !== 'reading' ? undefined : <OtherDocument />;
  return (
    <PageBoundary>
      <NotFoundProvider value={{ page: notFoundElement, elsewhere }}>
        {isUnavailable && isOfDocument ? (
          <Unavailable />
        ) : (
          <Page group={group} Shell={Shell} isOfDocument={isOfDocument} />
        )}
      </NotFoundProvider>
    </PageBoundary>
  );
}

interface PageProps extends Pick<CurrentPageProps, 'group' | 'Shell'> {
  /** Whether the server has sent the document for this location, so that its page is of the document's group. */
  isOfDocument: boolean;
}

function Page({ group, Shell, isOfDocument }: PageProps) {
  const { pathname } = useLocation();
  const match = matchPage(pathname);
  return isOfDocument || isOfGroup(match, group) ? pageElement(match, Shell) : <OtherDocument />;
}

/**
 * Replaces the document by that of the current URL, whose page is of another group with its own policy, entry and styles.
 */
function OtherDocument() {
  useEffect(() => location.reload(), []);
  return <Skeleton shape="article" label="Loading the page" />;
}

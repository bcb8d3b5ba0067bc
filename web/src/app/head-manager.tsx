import { useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import type { applyHead, headTags, HeadTag } from '#shared/head/head.ts';
import { lazyPart } from '#shared/routing/lazy-part.tsx';
import type { RouteData, SelectData } from '#shared/routing/route.ts';
import { useSite } from '#shared/site/site-context.tsx';
import { headOf } from './head-of.ts';
import { loadData, matchPage } from './routes.tsx';
import { siteOf } from './site-facts.ts';
import { selectData, type State } from './store.ts';
import { useCountedPage } from './use-counted-page.ts';

const AnalyticsConsent = lazyPart('the choice about analytics', () =>
  import('./analytics/analytics-consent.tsx').then((module) => module.AnalyticsConsent),
);

/** Data for the head of one URL. */
interface HeadWriter {
  pathname: string;
  modules: readonly RouteData[];
  headTags: typeof headTags;
  applyHead: typeof applyHead;
}

/**
 * Updates the document's head after client navigations. The head that the server has written is not changed before the
 * first navigation, and the module that writes heads is loaded only then. `first` is the location of the document, where
 * the component is mounted after a navigation. Counts the page, too, as it is what runs beside every page after hydration.
 */
export function HeadManager({ first }: { first?: string }) {
  const config = useSite();
  useCountedPage();
  const { key, pathname, search } = useLocation();
  const writer = useHeadWriter(pathname, `${key} ${pathname}${search}`, first);
  const text = useSelector((state: State) => {
    if (writer === null) return null;
    const select: SelectData = (read, arg) => selectData(state, read, arg);
    const site = siteOf(config, select);
    const input = { query: new URLSearchParams(search), site, selectData: select };
    const head = headOf(matchPage(pathname), writer.modules, input);
    return head === null ? null : JSON.stringify(writer.headTags(head, site));
  });
  useEffect(() => {
    if (writer !== null && text !== null) writer.applyHead(document, JSON.parse(text) as HeadTag[]);
  }, [writer, text]);
  return config.analytics === undefined ? null : <AnalyticsConsent analytics={config.analytics} />;
}

/**
 * Returns the writer for the current URL; null before the first navigation, unless the document has no head of the
 * server. A navigation to the same URL counts: the document may be a 503, whose head is that of the error.
 */
function useHeadWriter(pathname: string, location: string, documentLocation = location): HeadWriter | null {
  const first = useRef<string | null>(documentLocation);
  const [writer, setWriter] = useState<HeadWriter | null>(null);
  useEffect(() => {
    const hasHead = document.querySelector('title[data-head]') !== null;
    if (location === first.current && hasHead) return undefined;
    first.current = null;
    let isCancelled = false;
    Promise.all([loadData(matchPage(pathname)), import('#shared/head/head.ts')]).then(
      ([modules, { headTags, applyHead }]) => {
        if (!isCancelled) setWriter({ pathname, modules, headTags, applyHead });
      },
      // The next navigation loads again.
      () => undefined,
    );
    return () => void (isCancelled = true);
  }, [pathname, location]);
  return writer?.pathname === pathname ? writer : null;
}

import { useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import type { applyHead, headTags, HeadTag } from '#shared/head/head.ts';
import { useSite } from '#shared/site/site-context.tsx';
import type { headFor, LookUp } from './page-head.ts';
import { matchPage } from './routes.tsx';
import { siteOf } from './site-facts.ts';
import { lookUp, type State } from './store.ts';

/** What heads are written by. */
interface Heads {
  headFor: typeof headFor;
  headTags: typeof headTags;
  applyHead: typeof applyHead;
}

/**
 * Keeps the document's head that of the page shown. The server's own head is left alone until the first
 * navigation; the modules that write heads are fetched only then.
 */
export function HeadManager() {
  const config = useSite();
  const { key, pathname, search } = useLocation();
  const heads = useHeads(`${key} ${pathname}${search}`);
  const text = useSelector((state: State) => {
    if (heads === null) return null;
    const known: LookUp = (read, arg) => lookUp(state, read, arg);
    const site = siteOf(config, known);
    const query = new URLSearchParams(search);
    const head = heads.headFor({ match: matchPage(pathname), query, site, lookUp: known });
    return head === null ? null : JSON.stringify(heads.headTags(head, site));
  });
  useEffect(() => {
    if (heads !== null && text !== null) heads.applyHead(document, JSON.parse(text) as HeadTag[]);
  }, [heads, text]);
  return null;
}

/**
 * The functions that write heads, from the first navigation on; at once in a document without the server's head.
 * A navigation to the same address counts: the document may be a 503, whose head is not that of its address.
 */
function useHeads(location: string): Heads | null {
  const first = useRef(location);
  const [heads, setHeads] = useState<Heads | null>(null);
  const isWanted = heads === null;
  useEffect(() => {
    const hasHead = document.querySelector('title[data-head]') !== null;
    if (!isWanted || (location === first.current && hasHead)) return undefined;
    let isGone = false;
    Promise.all([import('./page-head.ts'), import('#shared/head/head.ts')]).then(
      ([pages, tags]) => {
        if (!isGone) setHeads({ headFor: pages.headFor, headTags: tags.headTags, applyHead: tags.applyHead });
      },
      // The next navigation asks again.
      () => undefined,
    );
    return () => void (isGone = true);
  }, [location, isWanted]);
  return heads;
}

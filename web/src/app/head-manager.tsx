import { useEffect, useRef } from 'react';
import { useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { applyHead, headTags, type HeadTag } from '../shared/head.ts';
import { useSite } from '../shared/site-context.tsx';
import { headFor, type LookUp } from './page-head.ts';
import { matchPage } from './routes.tsx';
import { siteOf } from './site-facts.ts';
import { lookUp, type State } from './store.ts';

/** Keeps the document's head that of the page shown. The server's own head is left alone until it differs. */
export function HeadManager() {
  const config = useSite();
  const { pathname, search } = useLocation();
  const current = useRef<string | null>(null);
  const text = useSelector((state: State) => {
    const known: LookUp = (read, arg) => lookUp(state, read, arg);
    const site = siteOf(config, known);
    const query = new URLSearchParams(search);
    const head = headFor({ match: matchPage(pathname), query, site, lookUp: known });
    return head === null ? null : JSON.stringify(headTags(head, site));
  });
  useEffect(() => {
    if (text === null || text === current.current) return;
    const isFirst = current.current === null && document.querySelector('title[data-head]') !== null;
    current.current = text;
    if (isFirst) return;
    const tags = JSON.parse(text) as HeadTag[];
    applyHead(document, tags);
  }, [text]);
  return null;
}

import { useEffect } from 'react';
import { useStore } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { savesData } from '#shared/browser/saves-data.ts';
import { PAGE_LINK_MARK } from '#shared/ui/page-link.tsx';
import { isOfGroup, matchPage, type DocumentGroup } from './routes.tsx';
import type { Store } from './store.ts';

/** Time that the pointer rests on a link, or the link has the focus, before its page is prefetched. */
const INTENT_MS = 80;

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** Returns the `PageLink` that is the target of an event or contains it; null for other links. */
function pageLinkOf({ target }: Event): HTMLAnchorElement | null {
  if (!(target instanceof Element)) return null;
  const link = target.closest<HTMLAnchorElement>(`a[${PAGE_LINK_MARK}]`);
  return link?.target === '' && link.origin === location.origin ? link : null;
}

/**
 * Client navigation for links to pages of this document's group, with one listener on the document. The browser follows
 * all other links.
 */
export function ClientNavigation({ group }: { group: DocumentGroup }) {
  const navigate = useNavigate();
  useEffect(() => {
    const handleClick = (event: MouseEvent): void => {
      // Offline, a document may come from the service worker; the data of a client navigation does not.
      if (event.defaultPrevented || !isPlainClick(event) || !navigator.onLine) return;
      const link = pageLinkOf(event);
      if (link === null || !isOfGroup(matchPage(link.pathname), group)) return;
      event.preventDefault();
      // Like browsers, which add no history entry for a link to the current URL.
      void navigate(link.pathname + link.search + link.hash, { replace: link.href === location.href });
    };
    document.addEventListener('click', handleClick);
    return () => document.removeEventListener('click', handleClick);
  }, [group, navigate]);
  usePrefetch(group);
  return null;
}

/** Prefetches the page of a link that the pointer rests on or that has the focus. */
function usePrefetch(group: DocumentGroup): void {
  const store = useStore() as Store;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const handleIntent = (event: Event): void => {
      clearTimeout(timer);
      const link = pageLinkOf(event);
      if (link === null || !isOfGroup(matchPage(link.pathname), group) || savesData()) return;
      const url = new URL(link.href);
      timer = setTimeout(() => {
        import('./prefetch.ts')
          .then(({ prefetchPage }) => prefetchPage(store, url))
          // A failed prefetch is repeated by the navigation.
          .catch(() => undefined);
      }, INTENT_MS);
    };
    document.addEventListener('pointerover', handleIntent, { passive: true });
    document.addEventListener('focusin', handleIntent);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerover', handleIntent);
      document.removeEventListener('focusin', handleIntent);
    };
  }, [group, store]);
}

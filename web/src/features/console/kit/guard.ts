import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { PAGE_LINK_MARK } from '#shared/ui/page-link.tsx';
import { useConfirm } from './confirm.tsx';

const QUESTION = {
  title: 'Leave without saving?',
  text: 'Your changes on this page are not saved yet.',
  confirmLabel: 'Leave',
  isDangerous: true,
} as const;

interface NavigateEventLike extends Event {
  navigationType: string;
  destination: { url: string; key: string };
}

interface Navigation extends EventTarget {
  traverseTo(key: string): unknown;
}

/** The Navigation API, which some browsers lack: there, only Back leaves without a question. */
const navigationOf = (): Navigation | undefined =>
  Reflect.get(globalThis, 'navigation') as Navigation | undefined;

/**
 * Asks before a page with unsaved changes is left: by a link of the site, by Back and Forward, and by closing the tab, where
 * the browser asks. React Router can block navigations in data routers only.
 */
export function useUnsavedGuard(isUnsaved: boolean): void {
  const confirm = useConfirm();
  const navigate = useNavigate();
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const guarding = new AbortController();
    const { signal } = guarding;
    addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
    const handleClick = (event: MouseEvent): void => {
      const link =
        event.target instanceof Element
          ? event.target.closest<HTMLAnchorElement>(`a[${PAGE_LINK_MARK}]`)
          : null;
      const isPlain =
        event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (link === null || !isPlain || !link.pathname.startsWith('/console')) return;
      // Before the listener that navigates, which is on the document too.
      event.preventDefault();
      event.stopImmediatePropagation();
      void confirm(QUESTION).then((isConfirmed) => {
        if (!isConfirmed) return;
        guarding.abort();
        void navigate(link.pathname + link.search + link.hash);
      });
    };
    document.addEventListener('click', handleClick, { capture: true, signal });
    const navigation = navigationOf();
    const handleTraverse = (event: Event): void => {
      const { navigationType, destination, cancelable } = event as NavigateEventLike;
      if (navigationType !== 'traverse' || !cancelable) return;
      event.preventDefault();
      void confirm(QUESTION).then((isConfirmed) => {
        if (!isConfirmed) return;
        guarding.abort();
        navigation?.traverseTo(destination.key);
      });
    };
    navigation?.addEventListener('navigate', handleTraverse, { signal });
    return () => guarding.abort();
  }, [isUnsaved, confirm, navigate]);
}

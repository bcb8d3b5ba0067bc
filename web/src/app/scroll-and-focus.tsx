import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

const KEY = 'vidhi.scroll';
const PATIENCE_MS = 2_000;

const readPositions = (): Record<string, number> => {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
};

function savePosition(key: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...readPositions(), [key]: Math.round(window.scrollY) }));
  } catch {
    // Without storage a page that is come back to begins at its top.
  }
}

/** Scrolls to where the reader was, again while the page is still growing to that height. */
function restore(top: number): () => void {
  window.scrollTo({ top, behavior: 'instant' });
  if (Math.abs(window.scrollY - top) < 2) return () => undefined;
  const observer = new ResizeObserver(() => {
    window.scrollTo({ top, behavior: 'instant' });
    if (Math.abs(window.scrollY - top) < 2) stop();
  });
  const stop = () => observer.disconnect();
  observer.observe(document.body);
  const timer = setTimeout(stop, PATIENCE_MS);
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** After a navigation the reader begins at the new page's heading; going back finds the place again. */
export function ScrollAndFocus() {
  const { key, pathname, hash } = useLocation();
  const type = useNavigationType();
  const shown = useRef<string | null>(null);
  useEffect(() => {
    history.scrollRestoration = 'manual';
    const handleHide = () => savePosition(shown.current ?? key);
    window.addEventListener('pagehide', handleHide);
    return () => window.removeEventListener('pagehide', handleHide);
  }, [key]);
  useLayoutEffect(() => {
    const isFirst = shown.current === null;
    shown.current = key;
    const stop = type === 'POP' ? restore(readPositions()[key] ?? 0) : restore(0);
    const stopFocus = isFirst || hash !== '' ? () => undefined : focusHeading();
    const handleScroll = () => savePosition(key);
    window.addEventListener('scrollend', handleScroll, { passive: true });
    return () => {
      stop();
      stopFocus();
      window.removeEventListener('scrollend', handleScroll);
    };
  }, [key, pathname, hash, type]);
  return null;
}

function focusOn(element: HTMLElement | null): void {
  if (element === null) return;
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** Focuses the page's heading, or the content while the heading is still to come. */
function focusHeading(): () => void {
  const main = document.querySelector('main');
  const heading = main?.querySelector('h1') ?? null;
  focusOn(heading ?? main);
  if (main === null || heading !== null) return () => undefined;
  const observer = new MutationObserver(() => {
    const late = main.querySelector('h1');
    if (late === null) return;
    observer.disconnect();
    if (document.activeElement === main) focusOn(late);
  });
  observer.observe(main, { childList: true, subtree: true });
  return () => observer.disconnect();
}

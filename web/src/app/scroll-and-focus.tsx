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
    if (!isFirst && hash === '') focusHeading();
    const handleScroll = () => savePosition(key);
    window.addEventListener('scrollend', handleScroll, { passive: true });
    return () => {
      stop();
      window.removeEventListener('scrollend', handleScroll);
    };
  }, [key, pathname, hash, type]);
  return null;
}

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1, main');
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

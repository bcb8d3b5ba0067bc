import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { PLACES_KEY } from '#shared/appearance/theme.ts';

const PATIENCE_MS = 2_000;

const readPositions = (): Record<string, number> => {
  try {
    return JSON.parse(sessionStorage.getItem(PLACES_KEY) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
};

function savePosition(key: string): void {
  try {
    sessionStorage.setItem(
      PLACES_KEY,
      JSON.stringify({ ...readPositions(), [key]: Math.round(window.scrollY) }),
    );
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
  const { key: entry, pathname, search, hash, state } = useLocation();
  const stays = isStaying(state);
  const type = useNavigationType();
  const shown = useRef<string | null>(null);
  // An address that was typed has no key of its own in the history.
  const key = `${entry} ${pathname}${search}`;
  useEffect(() => {
    history.scrollRestoration = 'manual';
    const handleHide = () => savePosition(shown.current ?? key);
    window.addEventListener('pagehide', handleHide);
    return () => window.removeEventListener('pagehide', handleHide);
  }, [key]);
  useLayoutEffect(() => {
    const isFirst = shown.current === null;
    const isWithinPage = shown.current?.split(' ')[1] === pathname + search;
    shown.current = key;
    const known = type === 'POP' ? readPositions()[key] : undefined;
    const isPlaced = known === undefined && (hash === '' ? isFirst || stays : goToAnchor(hash));
    // The browser itself goes to the anchors of the page that is there.
    const stop = isPlaced || (isWithinPage && type === 'POP') ? () => undefined : restore(known ?? 0);
    const stopWaiting = hash !== '' && known === undefined && !isPlaced ? awaitAnchor(hash) : () => undefined;
    const stopFocus = isFirst || stays || hash !== '' || isWithinPage ? () => undefined : focusHeading();
    const handleScroll = () => savePosition(key);
    window.addEventListener('scrollend', handleScroll, { passive: true });
    return () => {
      stop();
      stopWaiting();
      stopFocus();
      window.removeEventListener('scrollend', handleScroll);
    };
  }, [key, pathname, search, hash, stays, type]);
  return null;
}

/** Whether a navigation only changes what the page shows, as a filter does: the reader stays where he is. */
const isStaying = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'stays' in state && state.stays === true;

/** Goes to the part of the page that the address names; says whether it is there. */
function goToAnchor(hash: string): boolean {
  const part = document.getElementById(decodeAnchor(hash));
  part?.scrollIntoView({ behavior: 'instant' });
  return part !== null;
}

/** Goes to the part that the address names once the page has it. */
function awaitAnchor(hash: string): () => void {
  const observer = new MutationObserver(() => {
    if (goToAnchor(hash)) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

function decodeAnchor(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
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

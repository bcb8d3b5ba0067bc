import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { SCROLL_POSITIONS_KEY, scrollKey } from '#shared/browser/boot-contract.ts';

/** Time that a page may take to grow to the height of its saved position. */
const RESTORE_TIMEOUT_MS = 2_000;

const readPositions = (): Record<string, number> => {
  try {
    return JSON.parse(sessionStorage.getItem(SCROLL_POSITIONS_KEY) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
};

function savePosition(key: string): void {
  try {
    sessionStorage.setItem(
      SCROLL_POSITIONS_KEY,
      JSON.stringify({ ...readPositions(), [key]: Math.round(window.scrollY) }),
    );
  } catch {
    // Storage is disabled: going back starts at the top.
  }
}

/** Scrolls to a position, and again each time the page has grown until it is reached. Returns a function that stops it. */
function restore(top: number): () => void {
  window.scrollTo({ top, behavior: 'instant' });
  if (Math.abs(window.scrollY - top) < 2) return () => undefined;
  const observer = new ResizeObserver(() => {
    window.scrollTo({ top, behavior: 'instant' });
    if (Math.abs(window.scrollY - top) < 2) stop();
  });
  const stop = () => observer.disconnect();
  observer.observe(document.body);
  const timer = setTimeout(stop, RESTORE_TIMEOUT_MS);
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/**
 * Scrolls and focuses after client navigations, as browsers do after document navigations: to the top, the anchor or,
 * on back and forward, the saved position; the focus moves to the heading. A navigation with the state
 * `preventScrollReset` changes neither.
 */
export function ScrollAndFocus() {
  const { key: entry, pathname, search, hash, state } = useLocation();
  const preventScrollReset = hasPreventScrollReset(state);
  const type = useNavigationType();
  const shown = useRef<string | null>(null);
  const key = scrollKey(entry, pathname, search);
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
    const saved = type === 'POP' ? readPositions()[key] : undefined;
    const isPlaced =
      saved === undefined && (hash === '' ? isFirst || preventScrollReset : scrollToAnchor(hash));
    // The browser itself restores positions within the page that is open.
    const stop = isPlaced || (isWithinPage && type === 'POP') ? () => undefined : restore(saved ?? 0);
    const stopWaiting = hash !== '' && saved === undefined && !isPlaced ? awaitAnchor(hash) : () => undefined;
    const keepsFocus = isFirst || preventScrollReset || hash !== '' || isWithinPage;
    const stopFocus = keepsFocus ? () => undefined : focusHeading();
    const handleScroll = () => savePosition(key);
    window.addEventListener('scrollend', handleScroll, { passive: true });
    return () => {
      stop();
      stopWaiting();
      stopFocus();
      window.removeEventListener('scrollend', handleScroll);
    };
  }, [key, pathname, search, hash, preventScrollReset, type]);
  return null;
}

const hasPreventScrollReset = (state: unknown): boolean =>
  typeof state === 'object' &&
  state !== null &&
  'preventScrollReset' in state &&
  state.preventScrollReset === true;

/** Scrolls to the element of a hash; returns whether the page has it. */
function scrollToAnchor(hash: string): boolean {
  const element = document.getElementById(decodeAnchor(hash));
  element?.scrollIntoView({ behavior: 'instant' });
  return element !== null;
}

/** Scrolls to the element of a hash once it is in the document. */
function awaitAnchor(hash: string): () => void {
  const observer = new MutationObserver(() => {
    if (scrollToAnchor(hash)) observer.disconnect();
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

/** Focuses the heading of the page; while it is not rendered, `<main>`, unless the focus is moved elsewhere meanwhile. */
function focusHeading(): () => void {
  const main = document.querySelector('main');
  const heading = main?.querySelector('h1') ?? null;
  focusOn(heading ?? main);
  if (main === null || heading !== null) return () => undefined;
  const observer = new MutationObserver(() => {
    const rendered = main.querySelector('h1');
    if (rendered === null) return;
    observer.disconnect();
    if (document.activeElement === main) focusOn(rendered);
  });
  observer.observe(main, { childList: true, subtree: true });
  return () => observer.disconnect();
}

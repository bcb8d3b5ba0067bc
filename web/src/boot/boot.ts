import {
  APPEARANCE_CHANGED_EVENT,
  PREPARED_KEY,
  REACT_LISTENS_EVENT,
  SCRIPTS_ID,
  SCROLL_POSITIONS_KEY,
  scrollKey,
  TEXT_SIZE_KEY,
  THEME_KEY,
} from '#shared/browser/boot-contract.ts';
import { SESSION_HINT_KEY } from '#shared/session/session-hint.ts';

/**
 * Runs in the head of every document before the first paint. The build inlines it (`scripts/boot-script.ts`), and the
 * security policy allows it by its hash, so its text is the same in all documents.
 */
export function boot(): void {
  applyAppearance();
  discardScrollPositionOfNewVisit();
  delayLayoutUntilScroll();
  replayEarlyInput();
  holdScriptsBack();
}

/**
 * Applies the saved colours and text size, marks that scripts run, which shows elements with `needs-script`, and that somebody may be
 * logged in, which hides what only others should read (`until-session`).
 */
function applyAppearance(): void {
  const { classList, dataset } = document.documentElement;
  classList.add('scripted');
  try {
    const theme = localStorage.getItem(THEME_KEY);
    const size = localStorage.getItem(TEXT_SIZE_KEY);
    if (theme === 'light' || theme === 'dark') dataset['theme'] = theme;
    if (size === 'small' || size === 'large') dataset['text'] = size;
    if (localStorage.getItem(SESSION_HINT_KEY) === 'in') classList.add('hinted');
  } catch {
    // Storage is disabled.
  }
  applyThemeColor();
  document.addEventListener(APPEARANCE_CHANGED_EVENT, applyThemeColor);
}

/** Makes the browser's own bars follow the chosen colour scheme: the document has a `theme-color` for each. */
function applyThemeColor(): void {
  const { theme } = document.documentElement.dataset;
  for (const scheme of ['light', 'dark']) {
    const meta = document.querySelector<HTMLMetaElement>(`meta[name=theme-color][data-scheme=${scheme}]`);
    if (meta !== null)
      meta.media =
        theme === undefined ? `(prefers-color-scheme: ${scheme})` : theme === scheme ? 'all' : 'not all';
  }
}

function discardScrollPosition(): void {
  try {
    const positions = JSON.parse(sessionStorage.getItem(SCROLL_POSITIONS_KEY) ?? '{}') as Record<
      string,
      number
    >;
    const { key = 'default' } = (history.state ?? {}) as { key?: string };
    delete positions[scrollKey(key, location.pathname, location.search)];
    sessionStorage.setItem(SCROLL_POSITIONS_KEY, JSON.stringify(positions));
  } catch {
    // Storage is disabled.
  }
}

/**
 * Scroll positions are restored on reload and on back and forward only (`ScrollAndFocus`). A new visit, which has no
 * history state yet, starts at the top; a scroll before the scripts run replaces the saved position.
 */
function discardScrollPositionOfNewVisit(): void {
  if (history.state === null) discardScrollPosition();
  addEventListener('scroll', discardScrollPosition, { once: true, passive: true });
}

/**
 * Enables `late-layout` (`base.css`) on a new visit until the reader has scrolled. A saved scroll position, or an anchor,
 * needs the height of everything above. A link that moves between press and release is not clicked, so nothing changes while
 * the pointer is pressed.
 */
function delayLayoutUntilScroll(): void {
  if (history.state !== null || location.hash !== '') return;
  const { classList } = document.documentElement;
  classList.add('unscrolled');
  let isPressed = false;
  let hasScrolled = false;
  const layOut = (): void => void (hasScrolled && !isPressed && classList.remove('unscrolled'));
  const press = ({ type }: Event): void => {
    isPressed = type === 'pointerdown';
    // After the click that follows.
    setTimeout(layOut);
  };
  for (const type of ['pointerdown', 'pointerup', 'pointercancel']) addEventListener(type, press);
  addEventListener(
    'scrollend',
    () => {
      hasScrolled = true;
      layOut();
    },
    { once: true },
  );
}

/**
 * Replays what happened before React listened: the last click on a button, or the last submission of a form with the
 * method `post`. It also announces the focused field again, which loads its suggestions. Links, other forms and
 * popovers work without React.
 */
function replayEarlyInput(): void {
  let clicked: HTMLElement | null = null;
  const handleClick = ({ target }: Event): void => {
    clicked =
      target instanceof Element
        ? target.closest<HTMLButtonElement>('button[type=button]:not([popovertarget])')
        : null;
  };
  const handleSubmit = (event: SubmitEvent): void => {
    if (!(event.target instanceof HTMLFormElement) || event.target.method !== 'post') return;
    // No server accepts it: React sends its values to the API.
    event.preventDefault();
    // Unlike a submission, a click makes React hydrate the form at once.
    clicked = event.submitter;
  };
  addEventListener('click', handleClick);
  addEventListener('submit', handleSubmit);
  const replay = (): void => {
    removeEventListener('click', handleClick);
    removeEventListener('submit', handleSubmit);
    removeEventListener('scroll', discardScrollPosition);
    clicked?.click();
    const focused = document.activeElement ?? document.documentElement;
    focused.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  };
  document.addEventListener(REACT_LISTENS_EVENT, replay, { once: true });
}

const INPUT_EVENTS = ['keydown', 'pointerdown', 'pointermove', 'touchstart'] as const;
/** Scripts of a page that is never painted, such as in a background tab, start this long after its load event. */
const UNPAINTED_MS = 1_000;

/**
 * Inserts each tag in a task of its own: starting a request takes some milliseconds on a phone, and an app page has thirty.
 */
function insertEach([tag, ...others]: readonly Element[]): void {
  if (tag === undefined) return;
  // Inserted scripts are `async` by default, which would not keep their order.
  if (tag instanceof HTMLScriptElement) tag.async = false;
  document.head.append(tag);
  requestTask(() => insertEach(others));
}

/** Schedules a task by a message: unlike timers, messages are not delayed in background tabs. */
function requestTask(work: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    work();
  };
  port2.postMessage(null);
}

/** Returns whether the scripts of this page are in the browser's cache, so that they take no bandwidth from its text. */
function isPrepared(): boolean {
  try {
    return sessionStorage.getItem(PREPARED_KEY) === location.pathname;
  } catch {
    return false;
  }
}

/**
 * Pages are complete without scripts, so scripts do not compete with text and main picture for bandwidth: they start
 * after the first paint with pictures or at the first input, and not before the document has been parsed, as the page's
 * state is at its end. Scripts from a template do not wait for that by themselves.
 */
function holdScriptsBack(): void {
  function start(): void {
    if (document.readyState === 'loading') {
      addEventListener('DOMContentLoaded', start);
      return;
    }
    const template = document.getElementById(SCRIPTS_ID);
    if (!(template instanceof HTMLTemplateElement)) return;
    for (const type of INPUT_EVENTS) removeEventListener(type, startAtInput);
    template.remove();
    insertEach([...template.content.children]);
  }
  // Chromium also reports a pointer that rests where the page appears.
  const hasMoved = ({ movementX, movementY }: MouseEvent): boolean => movementX !== 0 || movementY !== 0;
  const startAtInput = (event: Event): void => {
    if (event.type !== 'pointermove' || hasMoved(event as PointerEvent)) start();
  };
  for (const type of INPUT_EVENTS) addEventListener(type, startAtInput, { passive: true });
  if (isPrepared()) start();
  const startAfterPaint = (): void =>
    new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
  addEventListener('load', () => {
    setTimeout(start, UNPAINTED_MS);
    requestAnimationFrame(() => void requestAnimationFrame(startAfterPaint));
  });
}

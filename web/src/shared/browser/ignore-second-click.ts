/** Longer than the pause within a double click of slow hands, in milliseconds. */
const DOUBLE_CLICK_MS = 500;
/** Distance of two taps of a finger that aims at the same place, in pixels. */
const MAX_DISTANCE = 12;

type Point = Pick<MouseEvent, 'clientX' | 'clientY'>;

/**
 * Ignores the second click of a double click, which is at the same place. Called in the handler of a click after which
 * something else is under the pointer, such as what a menu covered.
 */
export function ignoreSecondClick({ clientX, clientY }: Point): void {
  const listening = new AbortController();
  const ignore = (event: MouseEvent): void => {
    // A click by the keyboard has no pointer, and so no second one.
    const isOther = Math.hypot(event.clientX - clientX, event.clientY - clientY) > MAX_DISTANCE;
    if (event.detail === 0 || isOther) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const { signal } = listening;
  addEventListener('click', ignore, { capture: true, signal });
  // Who has typed in between clicks for another reason.
  addEventListener('input', () => listening.abort(), { capture: true, signal });
  setTimeout(() => listening.abort(), DOUBLE_CLICK_MS);
}

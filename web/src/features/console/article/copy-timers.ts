/** Delay between the last key and the copy on the server. */
export const COPY_MS = 3_000;
/** The longest time that somebody types without a working copy on the server. */
export const MAX_COPY_DELAY_MS = 5_000;
/** Delay after a copy that the server did not take. */
export const RETRY_MS = 5_000;

/** Delay between the last key and the copy in the browser. */
const PAUSE_MS = 300;
/** The longest time that somebody types without one. */
const MAX_WAIT_MS = 500;

interface LocalTimers {
  /** Tells that something was typed. */
  touch: () => void;
  clear: () => void;
  isPending: () => boolean;
}

/** Creates the timers of the copy in the browser: for a pause of the typing, and for typing without any. */
export function createLocalTimers(onPause: () => void, onLongest: () => void): LocalTimers {
  let pause: ReturnType<typeof setTimeout> | undefined;
  let longest: ReturnType<typeof setTimeout> | undefined;
  return {
    touch: () => {
      clearTimeout(pause);
      pause = setTimeout(onPause, PAUSE_MS);
      longest ??= setTimeout(() => {
        longest = undefined;
        onLongest();
      }, MAX_WAIT_MS);
    },
    clear: () => {
      clearTimeout(pause);
      clearTimeout(longest);
      pause = longest = undefined;
    },
    isPending: () => pause !== undefined,
  };
}

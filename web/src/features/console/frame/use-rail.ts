import { useSyncExternalStore } from 'react';

const KEY = 'vidhi.console.rail';
const CHANGED = 'vidhi-rail';

function readNarrow(): boolean {
  try {
    return localStorage.getItem(KEY) === 'narrow';
  } catch {
    return false;
  }
}

function subscribe(listener: () => void): () => void {
  addEventListener(CHANGED, listener);
  return () => removeEventListener(CHANGED, listener);
}

/** Returns whether the rail shows icons only, and a function that changes it. Stored in the browser. */
export function useRail(): [isNarrow: boolean, toggle: () => void] {
  const isNarrow = useSyncExternalStore(subscribe, readNarrow, () => false);
  const toggle = () => {
    try {
      localStorage.setItem(KEY, isNarrow ? 'wide' : 'narrow');
    } catch {
      // Storage is disabled: the rail stays as it is.
    }
    dispatchEvent(new Event(CHANGED));
  };
  return [isNarrow, toggle];
}

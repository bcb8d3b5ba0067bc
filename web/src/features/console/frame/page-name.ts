import { useEffect, useSyncExternalStore } from 'react';

let current: string | null = null;
const listeners = new Set<() => void>();

function set(name: string | null): void {
  if (name === current) return;
  current = name;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Names the shown page after what it shows, such as the title of an article, until the component is gone; null for the name of the page. */
export function usePageName(name: string | null): void {
  useEffect(() => set(name), [name]);
  useEffect(() => () => set(null), []);
}

/** The name that the shown page has given itself. */
export const useShownPageName = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );

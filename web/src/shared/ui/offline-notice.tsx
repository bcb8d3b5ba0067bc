import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Returns whether the browser has a network; true on the server. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );

/** A live region that says when the browser is offline. */
export function OfflineNotice() {
  const isOnline = useOnline();
  return (
    <output className="offline">{isOnline ? '' : 'You are offline. You can still read this page.'}</output>
  );
}

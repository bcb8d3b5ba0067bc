import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { HeadManager } from './head-manager.tsx';

/** `HeadManager`, loaded after hydration: until a navigation the server's head is right. */
export function LateHeadManager() {
  const { key, pathname, search } = useLocation();
  const [first] = useState(`${key} ${pathname}${search}`);
  const [loaded, setLoaded] = useState<{ Manager: typeof HeadManager }>();
  useEffect(() => {
    import('./head-manager.tsx').then(
      ({ HeadManager: Manager }) => setLoaded({ Manager }),
      // Offline, the head stays that of the document.
      () => undefined,
    );
  }, []);
  return loaded === undefined ? null : <loaded.Manager first={first} />;
}

import { useEffect } from 'react';
import { whenSignedIn } from '#shared/session/session-hint.ts';
import { sessionEnded } from '#shared/session/session-slice.ts';
import { useSessionDispatch } from '#shared/session/session.ts';

/**
 * Owns the session of the document: resumes it, keeps it in step with other tabs, and says when nobody is logged in. What
 * that needs is loaded where somebody may be.
 */
export function SessionOwner() {
  const dispatch = useSessionDispatch();
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isStopped = false;
    let hasBegun = false;
    const stopWaiting = whenSignedIn(() => {
      if (hasBegun) return;
      hasBegun = true;
      import('#shared/session/session-sync.ts').then(
        ({ keepSession }) => {
          if (!isStopped) stop = dispatch(keepSession());
        },
        // The next page resumes the session; until then nobody is logged in here.
        () => void dispatch(sessionEnded()),
      );
    });
    if (!hasBegun) dispatch(sessionEnded());
    return () => {
      isStopped = true;
      stopWaiting();
      stop?.();
    };
  }, [dispatch]);
  return null;
}

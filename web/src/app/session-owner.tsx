import { useEffect } from 'react';
import { whenSessionHinted } from '#shared/session/session-hint.ts';
import { sessionEnded } from '#shared/session/session-slice.ts';
import { useSessionDispatch } from '#shared/session/session.ts';

/**
 * Owns the session slice of the document: resumes the session, synchronizes it with other tabs, or ends it when there is
 * none. The session sync is loaded only where the session hint says that somebody may be logged in.
 */
export function SessionOwner() {
  const dispatch = useSessionDispatch();
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isStopped = false;
    let hasStarted = false;
    const stopWaiting = whenSessionHinted(() => {
      if (hasStarted) return;
      hasStarted = true;
      import('#shared/session/session-sync.ts').then(
        ({ keepSession }) => {
          if (!isStopped) stop = dispatch(keepSession());
        },
        // The session is resumed by the next document.
        () => void dispatch(sessionEnded()),
      );
    });
    if (!hasStarted) dispatch(sessionEnded());
    return () => {
      isStopped = true;
      stopWaiting();
      stop?.();
    };
  }, [dispatch]);
  return null;
}

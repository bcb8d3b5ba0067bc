import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useOnline } from './offline-notice.tsx';

interface UnavailableProps {
  /** Repeats the request of a part of a page; without it, the whole page failed and its link reloads the document. */
  retry?: () => void;
}

/** Shown when the data of a page, or of a part of it, could not be loaded. */
export function Unavailable({ retry }: UnavailableProps) {
  const { pathname, search } = useLocation();
  useEffect(() => {
    const again = retry ?? (() => location.reload());
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [retry]);
  const isOnline = useOnline();
  const Heading = retry === undefined ? 'h1' : 'h2';
  return (
    <div className="missing" role={retry && 'alert'}>
      <Heading>{`This ${retry === undefined ? 'page' : 'part'} cannot be shown just now`}</Heading>
      <p>
        {isOnline
          ? 'Our servers did not answer in time. Please try again in a moment.'
          : 'You are offline. It will open by itself when you are online again.'}
      </p>
      {retry === undefined ? (
        <a className="button" href={pathname + search}>
          Try again
        </a>
      ) : (
        <button className="button" type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

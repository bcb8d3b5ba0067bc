import { useLocation } from 'react-router-dom';

/** The page shown when the data of a page could not be loaded. Its link reloads the document. */
export function Unavailable() {
  const { pathname, search } = useLocation();
  return (
    <div className="missing">
      <h1>This page cannot be shown just now</h1>
      <p>It exists, but our servers did not answer in time. Please try again in a moment.</p>
      <a className="button" href={pathname + search}>
        Try again
      </a>
    </div>
  );
}

import type { ReactNode } from 'react';
import { Forbidden } from '../ui/forbidden.tsx';
import { NotFound } from '../ui/not-found.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { isProblem } from './problem.ts';

/** What a query hook of RTK Query returns, as far as it counts here. */
interface QueryState<Data> {
  currentData?: Data | null | undefined;
  error?: unknown;
  refetch: () => unknown;
}

interface QueryBoundaryProps<Data> {
  query: QueryState<Data>;
  /** Shown while there is nothing else to show. */
  loading?: ReactNode;
  children: (data: Data) => ReactNode;
}

/**
 * The content of a query's data, or what is shown in its place: the outline while it loads, the not-found page for null
 * and 404, the forbidden page for 401 and 403, and a message with a retry for every other failure.
 */
export function QueryBoundary<Data>({ query, loading, children }: QueryBoundaryProps<Data>) {
  const { currentData: data, error, refetch } = query;
  if (data !== undefined && data !== null) return children(data);
  if (data === null) return <NotFound />;
  if (error === undefined) return loading ?? <Skeleton shape="article" label="Loading" />;
  const status = isProblem(error) ? error.status : 0;
  if (status === 404) return <NotFound />;
  if (status === 401 || status === 403) return <Forbidden />;
  return (
    <div className="missing" role="alert">
      <p>This cannot be shown just now: our servers did not answer in time.</p>
      <button className="button" type="button" onClick={() => void refetch()}>
        Try again
      </button>
    </div>
  );
}

import type { ReactNode } from 'react';
import { Forbidden } from '../ui/forbidden.tsx';
import { NotFound } from '../ui/not-found.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Unavailable } from '../ui/unavailable.tsx';
import { isProblem } from './problem.ts';

/** The part of the result of a query hook that is used here. */
interface QueryState<Data> {
  currentData?: Data | null | undefined;
  error?: unknown;
  refetch: () => unknown;
}

interface QueryBoundaryProps<Data> {
  query: QueryState<Data>;
  /** Shown while the data is loading; a skeleton where left out. */
  loading?: ReactNode;
  children: (data: Data) => ReactNode;
}

/**
 * Renders the data of a query. Shows a skeleton while it loads, the not-found page for null and 404, the forbidden page
 * for 401 and 403, and a message with a retry button for every other failure.
 */
export function QueryBoundary<Data>({ query, loading, children }: QueryBoundaryProps<Data>) {
  const { currentData: data, error, refetch } = query;
  if (data !== undefined && data !== null) return children(data);
  if (data === null) return <NotFound />;
  if (error === undefined) return loading ?? <Skeleton shape="article" label="Loading" />;
  const status = isProblem(error) ? error.status : 0;
  if (status === 404) return <NotFound />;
  if (status === 401 || status === 403) return <Forbidden />;
  return <Unavailable retry={() => void refetch()} />;
}

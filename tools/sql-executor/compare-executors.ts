import { isDeepStrictEqual } from 'node:util';
import { WireError } from '@vidhi/contracts/errors.ts';
import type { SelectedIds, SelectQuery } from '@vidhi/content-engine/internal.ts';
import { UnsupportedQueryError } from './compile-select.ts';

/** Selects the ids of a query, without promises, so that its time is processor time. */
export interface SynchronousExecutor {
  select(query: SelectQuery): SelectedIds;
}

/**
 * The result of one comparison: `unsupported` when the other executor cannot express the query, `too costly` when the
 * query budget rejects it.
 */
export type Comparison =
  | { readonly verdict: 'equal'; readonly memoryMs: number; readonly otherMs: number }
  | { readonly verdict: 'unsupported' | 'too costly' | 'different'; readonly reason: string };

function timed<T>(run: () => T): { result: T; ms: number } {
  const startedAt = performance.now();
  const result = run();
  return { result, ms: performance.now() - startedAt };
}

const summarize = ({ ids, total }: SelectedIds): string => `${total}: ${ids.slice(0, 10).join(' ')}`;

/** Executes a query in memory and by another executor, and compares ids and totals. Throws other errors of either. */
export function compareExecutors(
  memory: SynchronousExecutor,
  other: SynchronousExecutor,
  query: SelectQuery,
): Comparison {
  try {
    const expected = timed(() => memory.select(query));
    const actual = timed(() => other.select(query));
    if (isDeepStrictEqual(actual.result, expected.result))
      return { verdict: 'equal', memoryMs: expected.ms, otherMs: actual.ms };
    return {
      verdict: 'different',
      reason: `${summarize(expected.result)} in memory, ${summarize(actual.result)}`,
    };
  } catch (error) {
    if (error instanceof UnsupportedQueryError) return { verdict: 'unsupported', reason: error.message };
    if (error instanceof WireError) return { verdict: 'too costly', reason: error.message };
    throw error;
  }
}

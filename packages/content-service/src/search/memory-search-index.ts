import { createFullTextIndex } from './full-text-index.ts';
import { indexOf, type SearchIndex } from './search-index.ts';

/** Creates an index in memory that runs in this thread, for tests. */
export function memorySearchIndex(): SearchIndex {
  const index = createFullTextIndex(':memory:');
  return indexOf(
    async (method, args) => (index[method] as (...values: readonly unknown[]) => unknown)(...args),
    () => undefined,
  );
}

/** Lookups in a cache since the start of the process. */
export interface CacheCounts {
  hits: number;
  misses: number;
}

/** Counters of the caches of all collections of this process, incremented by the caches and read by the metrics. */
export const CACHE_COUNTS = {
  parsed_queries: { hits: 0, misses: 0 },
  results: { hits: 0, misses: 0 },
  serialized_documents: { hits: 0, misses: 0 },
} satisfies Record<string, CacheCounts>;

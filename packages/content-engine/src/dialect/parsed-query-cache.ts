import { LRUCache } from 'lru-cache';
import { CACHE_COUNTS } from '../query/cache-counts.ts';
import type { Audience } from '../schema/collection.ts';
import type { Schema } from '../schema/schema.ts';

/** Per collection. */
const MAX_CACHED_QUERIES = 2000;
/** Longer query strings are parsed each time. */
const MAX_CACHED_CHARS = 2048;

type ParsedQueryCache<Plan extends object> = (
  schema: Schema,
  raw: string,
  audience: Audience,
  parse: () => Plan,
) => Plan;

/** Creates an LRU cache of parsed queries by collection, audience and raw query string. Errors are not cached. */
export function createParsedQueryCache<Plan extends object>(): ParsedQueryCache<Plan> {
  const bySchema = new WeakMap<Schema, LRUCache<string, Plan>>();
  return (schema, raw, audience, parse) => {
    if (raw.length > MAX_CACHED_CHARS) return parse();
    let plans = bySchema.get(schema);
    if (plans === undefined) {
      plans = new LRUCache({ max: MAX_CACHED_QUERIES });
      bySchema.set(schema, plans);
    }
    const key = `${audience} ${raw}`;
    const cached = plans.get(key);
    if (cached !== undefined) {
      CACHE_COUNTS.parsed_queries.hits += 1;
      return cached;
    }
    CACHE_COUNTS.parsed_queries.misses += 1;
    const plan = parse();
    plans.set(key, plan);
    return plan;
  };
}

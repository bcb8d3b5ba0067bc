import type { Audience } from '../schema/collection.ts';
import type { Schema } from '../schema/schema.ts';

const MAX_CACHED_QUERIES = 2000;
const MAX_CACHED_LENGTH = 2048;

type ParsedQueryCache<Plan> = (schema: Schema, raw: string, audience: Audience, parse: () => Plan) => Plan;

/** Parsed queries by collection, audience and raw query string; the least used are forgotten. */
export function createParsedQueryCache<Plan>(): ParsedQueryCache<Plan> {
  const bySchema = new WeakMap<Schema, Map<string, Plan>>();
  return (schema, raw, audience, parse) => {
    if (raw.length > MAX_CACHED_LENGTH) return parse();
    let plans = bySchema.get(schema);
    if (plans === undefined) {
      plans = new Map();
      bySchema.set(schema, plans);
    }
    const key = `${audience} ${raw}`;
    const known = plans.get(key);
    const plan = known ?? parse();
    if (known !== undefined) plans.delete(key);
    plans.set(key, plan);
    if (plans.size > MAX_CACHED_QUERIES) {
      const [oldest] = plans.keys();
      if (oldest !== undefined) plans.delete(oldest);
    }
    return plan;
  };
}

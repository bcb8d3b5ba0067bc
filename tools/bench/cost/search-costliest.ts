import type { ReadModel } from '@vidhi/content-engine';
import { createQueryMutator } from './mutate-query.ts';
import { queryString } from './query-tree.ts';
import type { CandidateQuery } from './query-tree.ts';
import { createRandomSource } from './random-source.ts';

/** Cost of one request in the unit that is maximized. */
export interface Measured {
  readonly cost: number;
  readonly isAccepted: boolean;
}

export interface Finding extends Measured {
  readonly query: CandidateQuery;
  readonly raw: string;
}

export interface CostSearch {
  readonly model: ReadModel;
  readonly seed: number;
  /** Names of the collections to query. */
  readonly collections: readonly string[];
  /** Initial queries, in addition to random ones. */
  readonly seeds?: readonly CandidateQuery[];
  /** Executes one request and returns its cost. */
  measure(query: CandidateQuery, raw: string): Measured;
  /** Called before each request. */
  isDone(tried: number): boolean;
}

const MAX_QUERY_LENGTH = 16_000;
/** Number of most expensive queries that are mutated. */
const POOL = 12;
const FRESH_SHARE = 0.15;

/**
 * Searches for the most expensive request by hill climbing: random queries, and mutations of the most
 * expensive so far. Returns the most expensive accepted and rejected requests in descending order.
 */
export function searchCostliest(search: CostSearch): {
  accepted: Finding[];
  rejected: Finding[];
  tried: number;
} {
  const { model, seed, collections, seeds = [] } = search;
  const random = createRandomSource(seed);
  const mutator = createQueryMutator(model, random, collections);
  const accepted: Finding[] = [];
  const rejected: Finding[] = [];
  const seen = new Set<string>();
  const waiting = [...seeds];
  const note = (pool: Finding[], finding: Finding): void => {
    const at = pool.findIndex(({ cost }) => cost < finding.cost);
    pool.splice(at === -1 ? pool.length : at, 0, finding);
    if (pool.length > POOL) pool.pop();
  };
  let tried = 0;
  while (!search.isDone(tried)) {
    const isFresh = accepted.length === 0 || random.chance(FRESH_SHARE);
    const query =
      waiting.shift() ??
      (isFresh
        ? mutator.create()
        : mutator.mutate(
            random.pick(random.chance(0.85) || rejected.length === 0 ? accepted : rejected).query,
          ));
    const raw = queryString(query.tree);
    tried += 1;
    const key = `${query.collection} ${query.id ?? ''} ${raw}`;
    if (raw.length > MAX_QUERY_LENGTH || seen.has(key)) continue;
    seen.add(key);
    const measured = search.measure(query, raw);
    note(measured.isAccepted ? accepted : rejected, { ...measured, query, raw });
  }
  return { accepted, rejected, tried };
}

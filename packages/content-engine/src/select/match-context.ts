import type { ReadModel } from '../model/read-model.ts';
import type { QueryCost } from '../query/query-cost.ts';

/** The context in which one query is executed. */
export interface MatchContext {
  readonly model: ReadModel;
  /** Whether unpublished documents of related collections are matched, sorted by and counted. */
  readonly seesUnpublished: boolean;
  /** Charged with all work before it is done. */
  readonly cost: QueryCost;
}

import type { ReadModel } from '../model/read-model.ts';
import { QueryCost } from '../query/query-cost.ts';
import type { QueryExecutor, SelectedIds, SelectQuery } from '../query/select-query.ts';
import { selectPage } from './select.ts';

/** Responds at once. */
export interface MemoryExecutor extends QueryExecutor {
  select(query: SelectQuery): SelectedIds;
}

/**
 * Creates the executor over a model in memory. Responses are built from the documents of `selectPage` itself, without this
 * step to ids. Throws 400 when a query costs too much.
 */
export function createMemoryExecutor(model: ReadModel): MemoryExecutor {
  return {
    select(query) {
      model.publishDue();
      const context = { model, seesUnpublished: query.seesUnpublished, cost: new QueryCost() };
      const { documents, total } = selectPage(context, model.storeOf(query.schema), query);
      return { ids: documents.map(({ id }) => id), total };
    },
  };
}

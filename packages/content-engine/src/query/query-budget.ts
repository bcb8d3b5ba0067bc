import type { Filter } from './filter.ts';
import type { EntityQuery, ListQuery, PopulateNode, SortKey } from './query.ts';
import { overBudget } from './query-cost.ts';

/** Limits of a query's structure, and of what it may read and return. Beyond them the response is 400: difference 10. */
export const QUERY_BUDGET = {
  filterDepth: 12,
  conditions: 250,
  relationConditions: 40,
  values: 2000,
  sortKeys: 10,
  /** Relations that one sort key may follow. */
  sortJoins: 3,
  /** Names and directions in one sort key, valid or not: parsing them takes quadratic time. */
  sortParts: 24,
  populateDepth: 6,
  populatedRelations: 60,
  /** Populated documents of one response. */
  populatedRows: 30_000,
  /** The gateway forwards no larger response. */
  responseBytes: 16 * 1024 * 1024,
  /** Total bytes of the long texts of the collections that one condition, or one sort, reads. */
  searchedLongTextBytes: 8 * 1024 * 1024,
};

interface FilterCost {
  conditions: number;
  relations: number;
  values: number;
}

function addFilter(filter: Filter, depth: number, cost: FilterCost): void {
  if (depth > QUERY_BUDGET.filterDepth) throw overBudget('filters are nested too deeply');
  switch (filter.kind) {
    case 'and':
    case 'or':
      for (const part of filter.parts) addFilter(part, depth + 1, cost);
      return;
    case 'not':
      return addFilter(filter.part, depth, cost);
    case 'relation':
      cost.relations += 1;
      return addFilter(filter.part, depth + 1, cost);
    case 'column':
      cost.conditions += 1;
      if (filter.test.op === 'in') cost.values += filter.test.values.length;
  }
}

function requireAffordableFilter(filter: Filter | null): void {
  if (filter === null) return;
  const cost: FilterCost = { conditions: 0, relations: 0, values: 0 };
  addFilter(filter, 0, cost);
  if (cost.conditions > QUERY_BUDGET.conditions) throw overBudget('too many conditions');
  if (cost.relations > QUERY_BUDGET.relationConditions) throw overBudget('too many conditions on relations');
  if (cost.values > QUERY_BUDGET.values) throw overBudget('too many values');
}

function requireAffordableSort(sort: readonly SortKey[]): void {
  if (sort.length > QUERY_BUDGET.sortKeys) throw overBudget('too many sort keys');
  if (sort.some(({ joins }) => joins.length > QUERY_BUDGET.sortJoins)) {
    throw overBudget('sort goes through too many relations');
  }
}

function countPopulated(nodes: readonly PopulateNode[], depth: number): number {
  if (depth > QUERY_BUDGET.populateDepth && nodes.length > 0)
    throw overBudget('populate is nested too deeply');
  let count = nodes.length;
  for (const node of nodes) {
    requireAffordableFilter(node.filter);
    requireAffordableSort(node.sort);
    count += countPopulated(node.populate, depth + 1);
  }
  return count;
}

/** Throws 400 for a query whose structure exceeds the budget, before it is executed; `QueryCost` limits its execution. */
export function requireAffordable(query: EntityQuery | ListQuery): void {
  if (countPopulated(query.populate, 1) > QUERY_BUDGET.populatedRelations) {
    throw overBudget('too many populated relations');
  }
  if (!('filter' in query)) return;
  requireAffordableFilter(query.filter);
  requireAffordableSort(query.sort);
}

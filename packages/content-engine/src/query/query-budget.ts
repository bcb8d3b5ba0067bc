import { validationError } from '@vidhi/contracts/errors.ts';
import type { Filter } from './filter.ts';
import type { EntityQuery, ListQuery, PopulateNode, SortKey } from './query.ts';

/** What one query may ask for. Beyond it the answer is 400: a published difference from the reference. */
export const QUERY_BUDGET = {
  filterDepth: 12,
  conditions: 250,
  relationConditions: 40,
  values: 2000,
  sortKeys: 10,
  /** Relations that one sort key may go through. */
  sortJoins: 3,
  /** Names and orders in one sort key, right or wrong; each is looked at once for every one before it. */
  sortParts: 24,
  populateDepth: 6,
  populatedRelations: 60,
  /** Documents that one answer may carry behind its own. */
  populatedRows: 30_000,
  /** Links that one answer may follow to populate, whether what they lead to is then written, counted or left out. */
  visitedLinks: 1_000_000,
  /** What the gateway passes on at the most. */
  answerBytes: 16 * 1024 * 1024,
  /** Bytes of long text of the collections that one condition, or one sort, may search. */
  searchedLongTextBytes: 64 * 1024 * 1024,
  /** Characters of text that one answer may search document by document, each time that it does; a test of a value counts for some. */
  searchedText: 128 * 1024 * 1024,
};

export const overBudget = (what: string): Error => validationError(`The query costs too much: ${what}`);

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

/** Refuses a query whose shape alone is too expensive; the read model refuses what its size makes so. */
export function requireAffordable(query: EntityQuery | ListQuery): void {
  if (countPopulated(query.populate, 1) > QUERY_BUDGET.populatedRelations) {
    throw overBudget('too many populated relations');
  }
  if (!('filter' in query)) return;
  requireAffordableFilter(query.filter);
  requireAffordableSort(query.sort);
}

/** Adds to the links that one answer has followed; too many are refused. */
export type CountLinks = (links: number) => void;

export function createLinkBudget(): CountLinks {
  let visited = 0;
  return (links) => {
    visited += links;
    if (visited > QUERY_BUDGET.visitedLinks) throw overBudget('too many related documents');
  };
}

/** What one test of a value costs, in characters; of a short text, before it is looked into. */
export const COMPARISON = 16;

/** Adds to the text that one answer has searched; too much is refused. */
export type CountText = (characters: number) => void;
/** Adds to the values that one answer has tested, and the links that it has followed for that; too many are refused. */
export type CountTests = (tests: number) => void;

/** One budget for both: what takes time is that a document is looked at again for each condition. */
export function createSearchBudget(): { countText: CountText; countTests: CountTests } {
  let searched = 0;
  return {
    countText(characters) {
      searched += characters;
      if (searched > QUERY_BUDGET.searchedText) throw overBudget('too much text to search');
    },
    countTests(tests) {
      searched += tests * COMPARISON;
      if (searched > QUERY_BUDGET.searchedText) throw overBudget('too many conditions on too many documents');
    },
  };
}

import type { Filter } from './filter.ts';
import type { ComputedSort, SortKey } from './query.ts';
import type { Relation, Schema } from '../schema/schema.ts';

export interface SelectRequest {
  readonly filter: Filter | null;
  readonly sort: readonly SortKey[];
  /** A computed order, instead of `sort`. */
  readonly order?: ComputedSort | undefined;
  readonly offset: number;
  readonly limit: number;
  /** Selects drafts and scheduled documents too. */
  readonly includeUnpublished: boolean;
}

/** A stored relation that has this id, whether its target exists or not. The query language has no such condition. */
export interface LinkCondition {
  readonly relation: Relation;
  readonly id: number;
}

/** A selection by callers in the same process, which may also name links. */
export interface LinkedSelectRequest extends SelectRequest {
  readonly links?: readonly LinkCondition[];
}

/** The selection of a page of one collection: a value that refers to the declarations, never to documents or indexes. */
export interface SelectQuery extends SelectRequest {
  readonly schema: Schema;
  /** Whether unpublished documents of related collections are matched and sorted by. */
  readonly seesUnpublished: boolean;
}

export interface SelectedIds {
  /** Ids of the documents of the page, in order. Ties of the sort are in the order of ids. */
  readonly ids: readonly number[];
  /** Number of documents on all pages. */
  readonly total: number;
}

/** Executes list queries over the documents of a site. The engine in memory is one; a search cluster can be another. */
export interface QueryExecutor {
  select(query: SelectQuery): SelectedIds | Promise<SelectedIds>;
}

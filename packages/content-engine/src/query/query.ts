/**
 * `query/` defines a parsed query (this file) with its filter, and the limits of what a query may cost (`query-budget.ts`,
 * `query-cost.ts`).
 */
import type { ComputedOrder } from '../schema/collection.ts';
import type { Filter } from './filter.ts';
import type { Column, Relation, Schema } from '../schema/schema.ts';

/**
 * A computed order that a query names, with its argument: the parsed form of a collection's filter, sort, page and
 * populate.
 */
export interface ComputedSort {
  readonly name: string;
  readonly order: ComputedOrder;
  readonly argument: string | undefined;
}

export interface SortKey {
  /** Relations to follow before the column. */
  readonly joins: readonly Relation[];
  readonly column: Column;
  readonly descending: boolean;
}

/** `live` excludes unpublished documents: drafts, and those scheduled for later. */
export type Publication = 'live' | 'preview';

/** The field set of a response: these attributes in this order, or null for all that the access level may see. */
export type Fields = readonly Column[] | null;

export interface PopulateNode {
  readonly relation: Relation;
  readonly fields: Fields;
  readonly filter: Filter | null;
  readonly sort: readonly SortKey[];
  readonly populate: readonly PopulateNode[];
  readonly limit: number | undefined;
  readonly offset: number;
  readonly count: boolean;
  /** Related documents in the reverse order of their links. */
  readonly reversed: boolean;
  /** Undefined inherits from the level above. */
  readonly publication: Publication | undefined;
}

export type Page =
  | { readonly style: 'page'; readonly page: number; readonly pageSize: number }
  | { readonly style: 'offset'; readonly start: number; readonly limit: number };

export interface EntityQuery {
  readonly schema: Schema;
  readonly accessLevel: number;
  readonly fields: Fields;
  readonly populate: readonly PopulateNode[];
  readonly publication: Publication;
}

export interface ListQuery extends EntityQuery {
  readonly filter: Filter | null;
  readonly sort: readonly SortKey[];
  /** A computed order, instead of `sort`. */
  readonly order: ComputedSort | undefined;
  readonly page: Page;
  readonly withCount: boolean;
  /** Whether `meta.counts` is requested: facet counts, or counts of related documents. */
  readonly counts: boolean;
  /** The column whose distinct values are requested, instead of a page of documents. */
  readonly distinct: Column | undefined;
}

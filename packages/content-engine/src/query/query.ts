import type { ComputedSort } from '../dialect/parse-computed-order.ts';
import type { Filter } from './filter.ts';
import type { Column, Relation, Schema } from '../schema/schema.ts';

export interface SortKey {
  /** Relations to follow before the column. */
  readonly joins: readonly Relation[];
  readonly column: Column;
  readonly descending: boolean;
}

/** Live answers hide drafts and what is scheduled for later. */
export type Publication = 'live' | 'preview';

/** Attributes to answer: all of them, or these in this order. */
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
  /** Links in descending order. */
  readonly reversed: boolean;
  /** Undefined: as the level above. */
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
  /** A computed order, in place of a sort. */
  readonly order: ComputedSort | undefined;
  readonly page: Page;
  readonly withCount: boolean;
  /** Whether each document's related ones are counted, or the values of the collection's facets. */
  readonly counts: boolean;
  /** The column whose distinct values are wanted instead of documents' pages. */
  readonly distinct: Column | undefined;
}

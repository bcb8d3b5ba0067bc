/**
 * `schema/` compiles collections, which `@vidhi/collections` declares as data, to columns and relations (`schema.ts`). This file
 * adds what data cannot say: orders that are computed.
 */
import type * as declared from '@vidhi/collections/declaration.ts';

export type {
  Alias,
  Attribute,
  Audience,
  MediaAttribute,
  RelationAttribute,
  ScalarAttribute,
  ScalarType,
} from '@vidhi/collections/declaration.ts';

/** An order by a key computed from ids. Requested as `sort=name` or `sort=name:argument`, without other sort keys. */
export interface ComputedOrder {
  /** The seed for an argument or for the current time (milliseconds); null rejects the argument with 400. */
  seedOf(argument: string | undefined, now: number): string | null;
  /** The sort key, ascending; ties are in the order of ids. */
  sortKeyOf(id: number, seed: string): string;
}

/** A declared collection, with its computed orders by their name in `sort`. */
export type Collection = declared.Collection & {
  readonly orders?: Readonly<Record<string, ComputedOrder>>;
};

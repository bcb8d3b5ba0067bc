import type { ComputedSort } from '../query/query.ts';
import type { Schema } from '../schema/schema.ts';
import type { QueryValue } from './query-string.ts';

/** Returns the computed order of the collection if it is the only value of `sort` (`name` or `name:argument`). */
export function parseComputedSort({ collection }: Schema, sort: QueryValue): ComputedSort | undefined {
  const text = Array.isArray(sort) && sort.length === 1 ? sort[0] : sort;
  if (typeof text !== 'string') return undefined;
  const [name = '', argument, ...rest] = text.split(':');
  const order = Object.hasOwn(collection.orders ?? {}, name) ? collection.orders?.[name] : undefined;
  return order === undefined || rest.length > 0 ? undefined : { name, order, argument };
}

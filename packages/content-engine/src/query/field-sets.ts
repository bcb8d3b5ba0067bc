import type { Column, Schema } from '../schema/schema.ts';

/** Audiences take the first places among a document's ready bytes. */
const FIRST_VARIANT = 3;
const MAX_VARIANTS = 6;

interface Registry {
  readonly sets: Map<string, readonly Column[]>;
  next: number;
}

const registries = new WeakMap<Schema, Registry>();
const variants = new WeakMap<readonly Column[], number>();

/**
 * Every column that an audience sees, some of them first. The first few such orders of a collection are
 * remembered, so that documents can keep their bytes in them too.
 */
export function leadingColumns(schema: Schema, rank: number, leading: readonly Column[]): readonly Column[] {
  let registry = registries.get(schema);
  if (registry === undefined) {
    registry = { sets: new Map(), next: FIRST_VARIANT };
    registries.set(schema, registry);
  }
  const key = `${rank} ${leading.map(({ name }) => name).join(',')}`;
  const known = registry.sets.get(key);
  if (known !== undefined) return known;
  const isPublished = schema.columns.filter((column) => column.rank <= rank);
  const columns = [...new Set([...leading, ...isPublished])];
  if (registry.next < FIRST_VARIANT + MAX_VARIANTS) {
    registry.sets.set(key, columns);
    variants.set(columns, registry.next);
    registry.next += 1;
  }
  return columns;
}

/** The place of an order among a document's ready bytes, if it has one. */
export const variantOf = (columns: readonly Column[]): number | undefined => variants.get(columns);

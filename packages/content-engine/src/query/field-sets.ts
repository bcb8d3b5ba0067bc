import type { Column, Schema } from '../schema/schema.ts';

/** Audiences take the first places among a document's ready bytes. */
const FIRST_FIELD_SET_ID = 3;
const MAX_FIELD_SETS = 6;

interface Registry {
  readonly sets: Map<string, readonly Column[]>;
  nextId: number;
}

const registries = new WeakMap<Schema, Registry>();
const fieldSetIds = new WeakMap<readonly Column[], number>();

/**
 * Every column that an audience sees, some of them first. The first few such orders of a collection are
 * remembered, so that documents can keep their bytes in them too.
 */
export function leadingColumns(schema: Schema, accessLevel: number, leading: readonly Column[]): readonly Column[] {
  let registry = registries.get(schema);
  if (registry === undefined) {
    registry = { sets: new Map(), nextId: FIRST_FIELD_SET_ID };
    registries.set(schema, registry);
  }
  const key = `${accessLevel} ${leading.map(({ name }) => name).join(',')}`;
  const registered = registry.sets.get(key);
  if (registered !== undefined) return registered;
  const isPublished = schema.columns.filter((column) => column.accessLevel <= accessLevel);
  const columns = [...new Set([...leading, ...isPublished])];
  if (registry.nextId < FIRST_FIELD_SET_ID + MAX_FIELD_SETS) {
    registry.sets.set(key, columns);
    fieldSetIds.set(columns, registry.nextId);
    registry.nextId += 1;
  }
  return columns;
}

/** The place of an order among a document's ready bytes, if it has one. */
export const fieldSetIdOf = (columns: readonly Column[]): number | undefined => fieldSetIds.get(columns);

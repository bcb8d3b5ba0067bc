import type { Column, Schema } from '../schema/schema.ts';

/** The ids below are the access levels: each has a field set of all columns that it may see, in declared order. */
const FIRST_FIELD_SET_ID = 3;
const MAX_FIELD_SETS = 6;

interface Registry {
  readonly sets: Map<string, readonly Column[]>;
  nextId: number;
}

const registries = new WeakMap<Schema, Registry>();
const fieldSetIds = new WeakMap<readonly Column[], number>();

/**
 * Returns every column within an access level, `leading` ones first. The first MAX_FIELD_SETS of a collection get an id,
 * under which documents cache their serialized attributes.
 */
export function leadingColumns(
  schema: Schema,
  accessLevel: number,
  leading: readonly Column[],
): readonly Column[] {
  let registry = registries.get(schema);
  if (registry === undefined) {
    registry = { sets: new Map(), nextId: FIRST_FIELD_SET_ID };
    registries.set(schema, registry);
  }
  const key = `${accessLevel} ${leading.map(({ name }) => name).join(',')}`;
  const registered = registry.sets.get(key);
  if (registered !== undefined) return registered;
  const visible = schema.columns.filter((column) => column.accessLevel <= accessLevel);
  const columns = [...new Set([...leading, ...visible])];
  if (registry.nextId < FIRST_FIELD_SET_ID + MAX_FIELD_SETS) {
    registry.sets.set(key, columns);
    fieldSetIds.set(columns, registry.nextId);
    registry.nextId += 1;
  }
  return columns;
}

/** Returns the id of a field set, if it has one: the index of `IndexedDocument.fragments`. */
export const fieldSetIdOf = (columns: readonly Column[]): number | undefined => fieldSetIds.get(columns);

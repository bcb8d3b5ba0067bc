import type { ReadModel } from '@vidhi/content-engine';

type Values = Readonly<Record<string, unknown>>;

/** Returns a list with one id in place of all that are merged into it. */
export function replaceMerged(ids: readonly number[], merged: ReadonlySet<number>, into: number): number[] {
  return [...new Set(ids.map((id) => (merged.has(id) ? into : id)))];
}

/** Ids of the documents that link to one of these, ascending: from the index of the links, as documents have long texts. */
export function linkSources(
  model: ReadModel,
  collection: string,
  attribute: string,
  targets: Iterable<number>,
): number[] {
  const store = model.store(collection);
  const relation = store.schema.relationsByName.get(attribute);
  if (relation === undefined) return [];
  const found = [...targets].flatMap((target) => [...store.sourcesOf(relation, target)]);
  return [...new Set(found)].sort((one, other) => one - other);
}

/** Returns the ids of the documents that were merged into this one. */
export const mergedIdsOf = ({ merged_ids: ids }: Values): number[] =>
  Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : [];

/**
 * Returns a function for the id of what a document was merged into: the same id where it is there, or where nobody knows. What was
 * merged is looked up once, and only where an id is missing.
 */
export function createRemainingId(documents: {
  list(): readonly (Values & { id: number })[];
  get(id: number): unknown;
}): (id: unknown) => unknown {
  let remaining: ReadonlyMap<number, number> | undefined;
  return (id) => {
    const number = Number(id);
    if ((typeof id !== 'number' && typeof id !== 'string') || documents.get(number) !== undefined) return id;
    remaining ??= new Map(
      documents.list().flatMap((one) => mergedIdsOf(one).map((merged) => [merged, one.id] as const)),
    );
    return remaining.get(number) ?? id;
  };
}

import { WireError } from '@vidhi/contracts/errors.ts';
import type { ReadModel } from '@vidhi/content-engine';
import type { JobItem } from './job-store.ts';

type Values = Readonly<Record<string, unknown>>;

/** Returns the ids of the documents that a job merges into another one. */
export const mergedBy = (items: readonly JobItem[], collection: string, into: number): Set<number> =>
  new Set(
    items.flatMap(({ collection: name, id, role }) =>
      name === collection && role === 'merged' && id !== into ? [id] : [],
    ),
  );

/** Returns the links of a relation with one id in place of all merged ones; null if it has none of them. */
export function replaceMerged(
  links: unknown,
  merged: ReadonlySet<number>,
  into: number,
): readonly number[] | null {
  const ids: readonly number[] = Array.isArray(links) ? links : [];
  if (!ids.some((id) => merged.has(id))) return null;
  return [...new Set(ids.map((id) => (merged.has(id) ? into : id)))];
}

/** Returns the ids of the documents that link to one of these, ascending. Reads the index of links, and no long texts. */
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

const mergedIdsOf = ({ merged_ids: ids }: Values): number[] =>
  Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : [];

/**
 * Returns the change of `merged_ids` of the remaining document: it gets the ids of the merged documents, and the ids that were
 * merged into those earlier. Empty if it has them all.
 */
export function addedMergedIds(
  remaining: Values & { id: number },
  merged: Iterable<number>,
  get: (id: number) => Values | undefined,
): { merged_ids?: number[] } {
  const known = mergedIdsOf(remaining);
  const all = new Set([...known, ...[...merged].flatMap((id) => [id, ...mergedIdsOf(get(id) ?? {})])]);
  all.delete(remaining.id);
  return all.size === known.length ? {} : { merged_ids: [...all] };
}

/** Creates the error for a merged document that other documents still link to. */
export const stillInUse = (links: number): WireError =>
  new WireError(409, 'ConflictError', `Still in use by ${links} rows: it stays. Merge it again`);

/**
 * Returns a function from an id to that of the document into which it was merged; to the same id for a document that exists, and
 * for an unknown id. Reads the merged ids once, and only if a document is missing.
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

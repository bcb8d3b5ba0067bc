export const NO_IDS: readonly number[] = [];

/** Thousands of documents link to the same few targets, so they share the arrays of a single id, up to this id. */
const MAX_SHARED_ID = 50_000;
const listsOfOne: (readonly number[])[] = [];

function listOfOne(id: number): readonly number[] {
  if (!Number.isInteger(id) || id < 0 || id >= MAX_SHARED_ID) return [id];
  while (listsOfOne.length <= id) listsOfOne.push([listsOfOne.length]);
  return listsOfOne[id] ?? [id];
}

/** Returns the ids of a relation of a stored document, without duplicates. Other values give none. */
export function linkedIds(value: unknown): readonly number[] {
  if (typeof value === 'number') return listOfOne(value);
  if (!Array.isArray(value) || value.length === 0) return NO_IDS;
  const ids = [...new Set(value.filter((id) => typeof id === 'number'))];
  return ids.length === 1 ? listOfOne(ids[0] ?? 0) : ids;
}

import { referenceLists } from '@vidhi/collections/catalog/reference-lists.ts';
import type { Collection, ReadModel } from '@vidhi/content-engine';
import type { PresentValues } from '@vidhi/content-service';
import { createRemainingId } from '@vidhi/content-service/jobs.ts';
import { ownedCollections } from '../collections/catalog-collections.ts';

const NAMES: ReadonlySet<string> = new Set(referenceLists.map(({ name }) => name));
export const isReferenceList = ({ name }: Pick<Collection, 'name'>): boolean => NAMES.has(name);

/** A relation of a collection to one of the lists. */
interface ListLink {
  /** The collection that has the relation. */
  of: Collection;
  attribute: string;
  /** Name of the list. */
  list: string;
  isMany: boolean;
}

const LINKS: readonly ListLink[] = ownedCollections.flatMap((of) =>
  Object.entries(of.attributes).flatMap(([attribute, declared]) =>
    declared.type === 'relation' && declared.mappedBy === undefined && NAMES.has(declared.target)
      ? [{ of, attribute, list: declared.target, isMany: declared.relation === 'manyToMany' }]
      : [],
  ),
);

/** Returns the relations that lead to a list. */
export const linksTo = (list: string): readonly ListLink[] => LINKS.filter((link) => link.list === list);

/** Returns the relations of a collection to lists. */
export const linksOf = (collection: string): readonly ListLink[] =>
  LINKS.filter(({ of }) => of.name === collection);

/** Replaces the ids of merged entries in the values of a write by the ids of the entries that remain. */
export function withPresentEntries<Data>(model: ReadModel, collection: string, data: Data): Data {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data;
  const replaced: Record<string, unknown> = {};
  for (const { attribute, list } of linksOf(collection)) {
    const value = (data as Readonly<Record<string, unknown>>)[attribute];
    const remainingId = createRemainingId({ list: () => model.list(list), get: (id) => model.get(list, id) });
    if (Array.isArray(value)) replaced[attribute] = [...new Set(value.map(remainingId))];
    else if (typeof value === 'number') replaced[attribute] = remainingId(value);
  }
  return { ...data, ...replaced };
}

/** Creates the function that replaces ids of merged entries in earlier values before they are stored again. */
export const createPresentValues =
  (model: ReadModel): PresentValues =>
  ({ name }, values) =>
    withPresentEntries(model, name, values);

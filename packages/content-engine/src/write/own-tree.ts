import type { ReadModel } from '../model/read-model.ts';
import type { Relation, Schema } from '../schema/schema.ts';
import { relationAfter } from './validate-relation.ts';

type Parents = (id: number) => number | null;

/** Returns a document and all that are above it, also where stored links are circular. */
function chainFrom(id: number | null, parentOf: Parents): Set<number> {
  const chain = new Set<number>();
  for (let at = id; at !== null && !chain.has(at); at = parentOf(at)) chain.add(at);
  return chain;
}

const storedParents =
  (model: ReadModel, name: string, attribute: string): Parents =>
  (id) => {
    const parent = model.get(name, id)?.[attribute];
    return typeof parent === 'number' ? parent : null;
  };

/**
 * Returns a document and all that are above it in the tree that a relation makes of its collection.
 * @param attribute the relation of a document to the one above it
 */
export const withAncestors = (
  model: ReadModel,
  name: string,
  attribute: string,
  id: number,
): ReadonlySet<number> => chainFrom(id, storedParents(model, name, attribute));

const isUpward = (schema: Schema, { link, toMany, target }: Relation): boolean =>
  link !== -1 && !toMany && target.name === schema.name;

/**
 * Returns the problems of a body that would put a document below itself, by the relation to the one above or to those below. A link
 * that is stored already is none: what an import brought can be saved.
 */
export function findCircularLinks(
  model: ReadModel,
  { schema, id }: { schema: Schema; id: number | undefined },
  values: ReadonlyMap<string, unknown>,
): { path: string[]; message: string }[] {
  return schema.relations
    .filter((relation) => isUpward(schema, relation))
    .flatMap((upward) => {
      const stored = storedParents(model, schema.name, upward.name);
      const parent = id === undefined ? null : stored(id);
      const below = schema.relations.find(({ owner }) => owner === upward);
      const children = id === undefined ? [] : model.store(schema.name).sourcesOf(upward, id);
      const childrenAfter = (below && relationAfter(below, values.get(below.name), children)) ?? children;
      const unlinked = new Set(children.filter((child) => !childrenAfter.includes(child)));
      const after = relationAfter(upward, values.get(upward.name), parent === null ? [] : [parent]);
      const parentAfter = after === undefined ? parent : (after[0] ?? null);
      const above = chainFrom(parentAfter, (one) => (unlinked.has(one) ? null : stored(one)));
      const problems: { path: string[]; message: string }[] = [];
      if (id !== undefined && parentAfter !== parent && above.has(id))
        problems.push({
          path: [upward.name],
          message: `${upward.name} must not be this one itself, or one below it`,
        });
      const added = childrenAfter.filter((child) => !children.includes(child));
      if (below !== undefined && added.some((child) => child === id || above.has(child)))
        problems.push({
          path: [below.name],
          message: `${below.name} must not have this one itself, or one above it`,
        });
      return problems;
    });
}

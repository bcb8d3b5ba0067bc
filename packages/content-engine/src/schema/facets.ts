import type { Column, Relation, Schema } from './schema.ts';

/** A compiled facet declaration: an attribute whose values are counted. */
export interface Facet {
  readonly name: string;
  readonly accessLevel: number;
  readonly of: { readonly column: Column } | { readonly relation: Relation };
  /** Numbers are counted by ranges of this width. */
  readonly width: number | undefined;
}

const compiled = new WeakMap<Schema, readonly Facet[]>();

function compileFacet(schema: Schema, name: string, width: number | undefined): Facet {
  const column = schema.columnsByName.get(name);
  if (column !== undefined && column.position !== -1 && !column.longText)
    return { name, accessLevel: column.accessLevel, of: { column }, width };
  const relation = schema.relationsByName.get(name);
  if (relation === undefined || relation.link === -1)
    throw new Error(`${schema.name} stores no ${name} that could be counted`);
  return { name, accessLevel: relation.accessLevel, of: { relation }, width: undefined };
}

/** Returns the facets of a collection, in declared order. Throws for an attribute that the collection does not store. */
export function facetsOf(schema: Schema): readonly Facet[] {
  const cached = compiled.get(schema);
  if (cached !== undefined) return cached;
  const facets = Object.entries(schema.collection.facets).map(([name, { width }]) =>
    compileFacet(schema, name, width),
  );
  compiled.set(schema, facets);
  return facets;
}

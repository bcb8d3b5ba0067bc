import type { Column, Relation, Schema } from '@vidhi/content-engine/internal.ts';

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const tableOf = ({ name }: Schema): string => quoted(name);

/** Returns the full-text index of a collection's texts. */
export const indexOf = ({ name }: Schema): string => quoted(`${name} trigrams`);

/** Returns a column name by position: SQLite does not distinguish the case of names, attributes do. */
export const columnOf = ({ position }: Column): string => (position === -1 ? 'id' : `c${position}`);

/** Returns the text that a substring search sees in a column of numbers. */
export const textColumnOf = (column: Column): string => `${columnOf(column)}_text`;

const TEXTS = new Set(['string', 'text', 'email', 'enumeration', 'json', 'date']);

/** Returns whether the values of a column are texts. */
export const isText = ({ type }: Column): boolean => TEXTS.has(type);

export interface LinkTable {
  readonly table: string;
  /** The column with the id of the document that the relation starts from. */
  readonly from: string;
  readonly to: string;
}

const ownedLinkTable = (owner: Schema, { name }: Relation): string => quoted(`${owner.name} ${name}`);

export const targetIndexOf = (owner: Schema, { name }: Relation): string =>
  quoted(`${owner.name} ${name} by target`);

/** Returns the table of a relation's links. The inverse side reads the one of its owner backwards. */
export function linkTableOf(schema: Schema, relation: Relation): LinkTable {
  if (relation.owner === undefined)
    return { table: ownedLinkTable(schema, relation), from: 'source', to: 'target' };
  return { table: ownedLinkTable(relation.target, relation.owner), from: 'target', to: 'source' };
}

import { fileCollection } from '@vidhi/collections/catalog/file.ts';
import type {
  Audience,
  Collection,
  RelationAttribute,
  MediaAttribute,
  ScalarAttribute,
} from './collection.ts';

const ACCESS_LEVELS: Record<Audience, number> = { public: 0, member: 1, staff: 2 };
const PRIVATE_LEVEL = 3;

export type ColumnType = ScalarAttribute['type'] | 'id';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** Index into a document's values; -1 for the id. */
  readonly position: number;
  readonly accessLevel: number;
  readonly longText: boolean;
  readonly unique: boolean;
  /** Absent from responses while it is null. */
  readonly absentIfNull: boolean;
}

export interface Relation {
  readonly name: string;
  readonly kind: 'relation' | 'media';
  /** Kind of the files that writes may link to. */
  readonly accepts: 'pictures' | 'documents' | undefined;
  readonly toMany: boolean;
  readonly target: Schema;
  /** Index into a document's links; -1 on the inverse side, which is not stored. */
  readonly link: number;
  /** Owning relation, on the inverse side. */
  readonly owner: Relation | undefined;
  readonly accessLevel: number;
  readonly filterable: boolean;
  /** Absent from responses where it links to nothing. */
  readonly absentIfNull: boolean;
}

/** One compiled collection, shared by the parser, the model and the serializer. */
export interface Schema {
  readonly collection: Collection;
  readonly name: string;
  readonly columns: readonly Column[];
  readonly columnsByName: ReadonlyMap<string, Column>;
  readonly relations: readonly Relation[];
  readonly relationsByName: ReadonlyMap<string, Relation>;
  readonly ownedRelations: readonly Relation[];
  readonly id: Column;
  readonly publishedAt: Column | undefined;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
type DraftSchema = Omit<Schema, 'relations' | 'relationsByName' | 'ownedRelations'> & {
  relations: Mutable<Relation>[];
  relationsByName: Map<string, Mutable<Relation>>;
  ownedRelations: Mutable<Relation>[];
};

const isLink = (attribute: { type: string }): attribute is RelationAttribute | MediaAttribute =>
  attribute.type === 'relation' || attribute.type === 'media';

/** Access levels are numbers so that `attribute.accessLevel <= accessLevel` tells whether an attribute is visible. */
export function accessLevelOf(audience: Audience): number {
  return ACCESS_LEVELS[audience];
}

function compileColumns(collection: Collection): Column[] {
  const scalars: [string, ScalarAttribute][] = [];
  for (const [name, attribute] of Object.entries(collection.attributes))
    if (!isLink(attribute)) scalars.push([name, attribute]);
  if (collection.timestamps) {
    scalars.push(['createdAt', { type: 'datetime' }], ['updatedAt', { type: 'datetime' }]);
  }
  if (collection.draftAndPublish) scalars.push(['publishedAt', { type: 'datetime' }]);
  return scalars.map(([name, attribute], position) => ({
    name,
    type: attribute.type,
    position,
    accessLevel: attribute.private === true ? PRIVATE_LEVEL : ACCESS_LEVELS[attribute.audience ?? 'public'],
    longText: attribute.longText === true,
    unique: attribute.unique === true,
    absentIfNull: attribute.absentIfNull === true,
  }));
}

function compileSchema(collection: Collection): DraftSchema {
  const columns = compileColumns(collection);
  const columnsByName = new Map(columns.map((column) => [column.name, column]));
  const id: Column = {
    name: 'id',
    type: 'id',
    position: -1,
    accessLevel: 0,
    longText: false,
    unique: true,
    absentIfNull: false,
  };
  columnsByName.set('id', id);
  return {
    collection,
    name: collection.name,
    columns,
    columnsByName,
    relations: [],
    relationsByName: new Map(),
    ownedRelations: [],
    id,
    publishedAt: collection.draftAndPublish ? columnsByName.get('publishedAt') : undefined,
  };
}

/** Compiles collections that refer to one another. Throws when a target or an owning relation is not declared. */
export function compileSchemas(collections: readonly Collection[]): ReadonlyMap<string, Schema> {
  const schemas = new Map<string, DraftSchema>();
  const byTarget = new Map<string, DraftSchema>();
  for (const collection of collections) {
    const schema = compileSchema(collection);
    schemas.set(collection.name, schema);
    byTarget.set(collection.name, schema).set(collection.uid, schema);
  }
  const targetOf = (schema: DraftSchema, name: string, target: string): DraftSchema => {
    const found = byTarget.get(target);
    if (found === undefined)
      throw new Error(`${schema.name}.${name} points to ${target}, which is not declared`);
    return found;
  };
  for (const schema of schemas.values()) linkRelations(schema, targetOf);
  for (const schema of schemas.values()) linkInverseSides(schema);
  return schemas;
}

function linkRelations(
  schema: DraftSchema,
  targetOf: (schema: DraftSchema, name: string, target: string) => DraftSchema,
): void {
  for (const [name, attribute] of Object.entries(schema.collection.attributes)) {
    if (!isLink(attribute)) continue;
    const stored = attribute.type === 'media' || attribute.mappedBy === undefined;
    const relation: Mutable<Relation> = {
      name,
      kind: attribute.type,
      accepts: attribute.type === 'media' ? (attribute.accepts ?? 'pictures') : undefined,
      toMany:
        attribute.type === 'media'
          ? attribute.multiple === true
          : attribute.relation === 'manyToMany' || attribute.relation === 'oneToMany',
      target: targetOf(schema, name, attribute.type === 'media' ? fileCollection.uid : attribute.target),
      link: stored ? schema.ownedRelations.length : -1,
      owner: undefined,
      accessLevel: ACCESS_LEVELS[attribute.audience ?? 'public'],
      filterable: attribute.type === 'media' || attribute.filterable !== false,
      absentIfNull: attribute.absentIfNull === true,
    };
    schema.relations.push(relation);
    schema.relationsByName.set(name, relation);
    if (stored) schema.ownedRelations.push(relation);
  }
}

function linkInverseSides(schema: DraftSchema): void {
  for (const relation of schema.relations) {
    if (relation.link !== -1) continue;
    const attribute = schema.collection.attributes[relation.name];
    const mappedBy = attribute?.type === 'relation' ? attribute.mappedBy : undefined;
    const owner = mappedBy === undefined ? undefined : relation.target.relationsByName.get(mappedBy);
    if (owner === undefined || owner.link === -1) {
      throw new Error(`${schema.name}.${relation.name} is mapped by nothing in ${relation.target.name}`);
    }
    relation.owner = owner;
  }
}

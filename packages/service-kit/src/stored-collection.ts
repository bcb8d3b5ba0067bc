import {
  Schema,
  type Connection,
  type InferRawDocTypeWithout_id,
  type mongo,
  type PipelineStage,
  type Query,
  type SchemaDefinition,
} from 'mongoose';
import { checkUpdate } from './check-update.ts';

/**
 * Options of every schema. Documents stay what the driver reads and writes: mongoose adds nothing to them, removes nothing
 * and wraps nothing around them. An unknown field in a document, an update or a filter throws.
 */
const OPTIONS = {
  strict: 'throw',
  strictQuery: 'throw',
  lean: true,
  id: false,
  minimize: false,
  versionKey: false,
  autoIndex: false,
  autoCreate: false,
  bufferCommands: false,
} as const;

/** A required text may be empty, as older clients send some. */
const isText = (value: unknown): boolean => typeof value === 'string';
Schema.Types.String.checkRequired(isText);

type Mixed = typeof Schema.Types.Mixed;

/** Type of a value that mongoose neither casts nor checks, such as a union. */
interface Unchecked<Value> {
  readonly unchecked: Value;
}

export const valueOf = <Value>(): Unchecked<Value> => Schema.Types.Mixed as unknown as Unchecked<Value>;

/** The part of a definition that mongoose infers the type of a field from. */
type Inferred<Type> =
  Type extends Unchecked<infer Value>
    ? { type: Mixed; __rawDocTypeHint: Value }
    : Type extends readonly [Unchecked<infer Value>]
      ? { type: readonly [Mixed]; __rawDocTypeHint: Value[] }
      : { type: Type };

type Required<Type> = Inferred<Type> & { required: true };
type Optional<Type> = Inferred<Type> & { allowNull: false };

/** A field that every new document has. Without `default`, mongoose would store an empty list where one is absent. */
export const required = <const Type>(type: Type): Required<Type> =>
  ({ type, required: true, default: undefined }) as unknown as Required<Type>;

/** A field that is absent or has a value, which is never null. */
export const optional = <const Type>(type: Type): Optional<Type> =>
  ({ type, allowNull: false, default: undefined }) as unknown as Optional<Type>;

type OrNull<Type> = {
  type: Mixed;
  required: true;
  __rawDocTypeHint:
    | (InferRawDocTypeWithout_id<{ value: Required<Type> }> extends { value: infer Value } ? Value : never)
    | null;
};

/** A field that every new document has, and that may be null. */
export const requiredOrNull = <const Type>(type: Type): OrNull<Type> =>
  ({ type, isPresent: true, default: undefined }) as unknown as OrNull<Type>;

/** A field that may be absent or null. */
export const nullable = <const Type>(type: Type): Inferred<Type> =>
  ({ type, default: undefined }) as unknown as Inferred<Type>;

/** A required text that is one of these. */
export const oneOf = <const Values extends readonly string[]>(values: Values) =>
  ({ type: String, enum: values, required: true }) as const;

/** A text that is absent or one of these. */
export const optionalOneOf = <const Values extends readonly string[]>(values: Values) =>
  ({ type: String, enum: values, allowNull: false }) as const;

function createSchema(definition: unknown, options: object = {}): Schema {
  const schema = new Schema(definition as SchemaDefinition, { ...OPTIONS, ...options }) as Schema;
  schema.eachPath((path, type) => {
    if (type.options['isPresent'] !== true) return;
    // `required: true` rejects null. It may be a function, which the type of this method does not say.
    const isAbsent = function (this: { get(path: string): unknown }): boolean {
      return this.get(path) === undefined;
    };
    type.required(isAbsent as unknown as boolean);
  });
  return schema;
}

/** Has the updates of models checked by the schema, as new documents are. */
function checkUpdates(schema: Schema): void {
  schema.pre(
    ['findOneAndUpdate', 'updateOne', 'updateMany'],
    function checkQuery(this: Query<unknown, unknown>) {
      checkUpdate(schema, this.getUpdate());
    },
  );
  schema.pre('bulkWrite', function checkBatch(operations) {
    for (const operation of operations) {
      if ('updateOne' in operation) checkUpdate(schema, operation.updateOne.update);
      if ('updateMany' in operation) checkUpdate(schema, operation.updateMany.update);
    }
  });
}

/** Type of an object inside a document, or in a list of one. */
export const part = <const Definition>(
  definition: Definition,
): Schema<InferRawDocTypeWithout_id<Definition>> =>
  createSchema(definition, { _id: false }) as unknown as Schema<InferRawDocTypeWithout_id<Definition>>;

export interface StoredIndex {
  fields: Readonly<Record<string, 1 | -1>>;
  unique?: true;
  /** Leaves out documents without the fields. */
  sparse?: true;
}

/** The name of a collection, and the schema of its documents with their indexes. */
export interface DeclaredCollection {
  readonly name: string;
  readonly schema: Schema;
}

/** A collection with the type of its documents. */
export interface StoredCollection<Document> extends DeclaredCollection {
  /** Never set: carries the type. */
  readonly document?: Document;
}

/** Documents of a collection, as stored. */
export type StoredDocument<Collection> =
  Collection extends StoredCollection<infer Document> ? Document : never;

/** Type of fields that several collections have. */
export type StoredFields<Definition> = InferRawDocTypeWithout_id<Definition>;

/** Declares a collection. */
export function storedCollection<const Definition>(
  name: string,
  definition: Definition,
  indexes: readonly StoredIndex[] = [],
): StoredCollection<InferRawDocTypeWithout_id<Definition>> {
  const schema = createSchema(definition);
  for (const { fields, ...options } of indexes) schema.index(fields, options);
  checkUpdates(schema);
  return { name, schema };
}

/** Options of an unordered batch. Without the second one, mongoose would leave out operations with unknown fields. */
export const UNORDERED = { ordered: false, throwOnValidationError: true } as const;

/**
 * The methods of mongoose's models that services use, with the driver's types of filters and updates, which are the
 * stricter ones. Queries resolve with plain objects, and run when they are awaited.
 */
export interface StoredModel<Document> {
  readonly collection: mongo.Collection<Document & mongo.Document>;
  find(filter: mongo.Filter<Document>, projection?: Projection<Document>): Query<Document[], unknown>;
  findOne(filter: mongo.Filter<Document>, projection?: Projection<Document>): Query<Document | null, unknown>;
  findOneAndUpdate(
    filter: mongo.Filter<Document>,
    update: mongo.UpdateFilter<Document>,
    options: FindOneAndUpdate<Document>,
  ): Query<Document | null, unknown>;
  findOneAndDelete(filter: mongo.Filter<Document>): Query<Document | null, unknown>;
  updateOne(
    filter: mongo.Filter<Document>,
    update: mongo.UpdateFilter<Document>,
    options?: Pick<mongo.UpdateOptions, 'upsert' | 'arrayFilters'>,
  ): Query<mongo.UpdateResult, unknown>;
  updateMany(
    filter: mongo.Filter<Document>,
    update: mongo.UpdateFilter<Document>,
    options?: Pick<mongo.UpdateOptions, 'arrayFilters'>,
  ): Query<mongo.UpdateResult, unknown>;
  deleteOne(filter: mongo.Filter<Document>): Query<mongo.DeleteResult, unknown>;
  deleteMany(filter: mongo.Filter<Document>): Query<mongo.DeleteResult, unknown>;
  countDocuments(filter: mongo.Filter<Document>): Query<number, unknown>;
  insertOne(document: Document): Promise<unknown>;
  insertMany(documents: readonly Document[]): Promise<unknown>;
  bulkWrite(
    operations: readonly mongo.AnyBulkWriteOperation<Document & mongo.Document>[],
    options: { ordered: true } | typeof UNORDERED,
  ): Promise<mongo.BulkWriteResult>;
  aggregate<Result>(pipeline: PipelineStage[]): Promise<Result[]>;
  createIndexes(): Promise<void>;
  diffIndexes(): Promise<{ toDrop: string[]; toCreate: Record<string, 1 | -1>[] }>;
}

type Projection<Document> =
  | { readonly [Field in keyof Document]?: 0 | 1 }
  | Readonly<Record<string, unknown>>;

interface FindOneAndUpdate<Document> {
  returnDocument: 'before' | 'after';
  projection?: Projection<Document>;
  sort?: mongo.Sort;
  upsert?: true;
  arrayFilters?: mongo.Document[];
}

/** Returns the model of a collection in a database. */
export const modelOf = <Document>(
  connection: Connection,
  { name, schema }: StoredCollection<Document>,
): StoredModel<Document> =>
  (connection.models[name] ?? connection.model(name, schema, name)) as unknown as StoredModel<Document>;

export interface IndexDifferences {
  /** Declared and not in the database, as `mails by dueAt`. */
  missing: string[];
  /** In the database and not declared, as `mails by dueAt_1`. */
  undeclared: string[];
}

/** Compares the indexes of a database with those that are declared. */
export async function compareIndexes(
  connection: Connection,
  collections: readonly DeclaredCollection[],
): Promise<IndexDifferences> {
  const missing: string[] = [];
  const undeclared: string[] = [];
  for (const collection of collections) {
    const { toCreate, toDrop } = await modelOf(connection, collection).diffIndexes();
    missing.push(...toCreate.map((fields) => `${collection.name} by ${Object.keys(fields).join(', ')}`));
    undeclared.push(...toDrop.map((name) => `${collection.name} by ${name}`));
  }
  return { missing, undeclared };
}

/** Removes indexes that an older release has created of declared fields with other options: MongoDB changes none. */
async function dropChanged(connection: Connection, collection: DeclaredCollection): Promise<void> {
  const model = modelOf(connection, collection);
  const { toCreate, toDrop } = await model.diffIndexes();
  if (toCreate.length === 0 || toDrop.length === 0) return;
  const missing = new Set(toCreate.map((fields) => JSON.stringify(fields)));
  for (const { name = '', key } of await model.collection.listIndexes().toArray())
    if (toDrop.includes(name) && missing.has(JSON.stringify(key))) await model.collection.dropIndex(name);
}

/** Creates the indexes that are declared and missing, or have other options. */
export async function createIndexes(
  connection: Connection,
  collections: readonly DeclaredCollection[],
): Promise<void> {
  for (const collection of collections) {
    await dropChanged(connection, collection);
    await modelOf(connection, collection).createIndexes();
  }
}

import type { DatabaseSync } from 'node:sqlite';
import {
  comparedText,
  encodeValue,
  likeText,
  type Column,
  type Schema,
} from '@vidhi/content-engine/internal.ts';
import { searchedText } from '@vidhi/content-engine/search-terms.ts';
import {
  columnOf,
  indexOf,
  isText,
  linkTableOf,
  tableOf,
  targetIndexOf,
  textColumnOf,
} from './table-names.ts';

export interface LoadedDocument {
  readonly id: number;
  readonly [attribute: string]: unknown;
}

type Value = string | number | null;

const textsOf = ({ columns }: Schema): Column[] => columns.filter(isText);
const numbersOf = ({ columns }: Schema): Column[] => columns.filter((column) => !isText(column));

/** Returns whether a document may be published; its time is compared by each query. */
const isVisible = ({ collection }: Schema, document: LoadedDocument): boolean =>
  collection.hiddenBy === undefined || document[collection.hiddenBy] !== true;

function textOf(column: Column, document: LoadedDocument): Value {
  const value = encodeValue(column, document[column.name]);
  return value === null ? null : likeText(column, value);
}

function createTables(db: DatabaseSync, schema: Schema): void {
  const columns = [
    'id INTEGER PRIMARY KEY',
    'is_visible',
    // Without a type, SQLite converts no value.
    ...schema.columns.map(columnOf),
    'id_text',
    ...numbersOf(schema).map(textColumnOf),
  ];
  db.exec(`CREATE TABLE ${tableOf(schema)} (${columns.join(', ')})`);
  if (textsOf(schema).length > 0) {
    const indexed = textsOf(schema).map(columnOf).join(', ');
    db.exec(
      `CREATE VIRTUAL TABLE ${indexOf(schema)} USING fts5(${indexed}, content='', tokenize='trigram', detail='full')`,
    );
  }
  for (const relation of schema.ownedRelations) {
    const { table } = linkTableOf(schema, relation);
    db.exec(
      `CREATE TABLE ${table} (source INTEGER, target INTEGER, PRIMARY KEY (source, target)) WITHOUT ROWID`,
    );
    db.exec(`CREATE INDEX ${targetIndexOf(schema, relation)} ON ${table} (target, source)`);
  }
}

function insertInto(db: DatabaseSync, table: string, columns: readonly string[]) {
  const marks = columns.map(() => '?').join(', ');
  return db.prepare(`INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${marks})`);
}

function insertDocuments(db: DatabaseSync, schema: Schema, documents: readonly LoadedDocument[]): void {
  const texts = textsOf(schema);
  const numbers = numbersOf(schema);
  const row = insertInto(db, tableOf(schema), [
    'id',
    'is_visible',
    ...schema.columns.map(columnOf),
    'id_text',
    ...numbers.map(textColumnOf),
  ]);
  const index =
    texts.length === 0 ? null : insertInto(db, indexOf(schema), ['rowid', ...texts.map(columnOf)]);
  const links = schema.ownedRelations.map((relation) => ({
    name: relation.name,
    insert: insertInto(db, linkTableOf(schema, relation).table, ['source', 'target']),
  }));
  for (const document of documents) {
    const { id } = document;
    const encode = (column: Column): Value => encodeValue(column, document[column.name]);
    row.run(
      id,
      isVisible(schema, document) ? 1 : 0,
      ...schema.columns.map(encode),
      String(id),
      ...numbers.map((column) => textOf(column, document)),
    );
    index?.run(id, ...texts.map((column) => comparedValue(encode(column))));
    for (const { name, insert } of links)
      for (const target of [document[name]].flat()) if (typeof target === 'number') insert.run(id, target);
  }
}

const searchedValue = <T>(value: T): T | string => (typeof value === 'string' ? searchedText(value) : value);

const comparedValue = <T>(value: T): T | string => (typeof value === 'string' ? comparedText(value) : value);

/** Creates the tables of the collections, with a trigram index of their texts, and inserts the documents. */
export function loadTables(
  db: DatabaseSync,
  schemas: Iterable<Schema>,
  documents: ReadonlyMap<string, readonly LoadedDocument[]>,
): void {
  db.function('compared', { deterministic: true }, comparedValue);
  db.function('searched', { deterministic: true }, searchedValue);
  db.exec('BEGIN');
  for (const schema of schemas) {
    createTables(db, schema);
    insertDocuments(db, schema, documents.get(schema.name) ?? []);
  }
  db.exec('COMMIT');
  db.exec('ANALYZE');
}

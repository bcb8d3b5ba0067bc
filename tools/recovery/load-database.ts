import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import mongoose, { type mongo } from 'mongoose';
import type { DumpedCollection } from './dump-database.ts';
import { readDocuments } from './read-documents.ts';

const { BSON } = mongoose.mongo;
const BATCH_BYTES = 4 * 1024 * 1024;
const BATCH_DOCUMENTS = 1_000;

/** Rejects unless the file of a collection has the documents that the manifest states. */
export async function verifyCollection(folder: string, expected: DumpedCollection): Promise<void> {
  const hash = createHash('sha256');
  let documents = 0;
  for await (const document of readDocuments(join(folder, `${expected.name}.bson.gz`))) {
    hash.update(document);
    documents += 1;
  }
  if (documents !== expected.documents || hash.digest('hex') !== expected.sha256)
    throw new Error(`${join(folder, expected.name)} differs from what the backup wrote.`);
}

/** Preserves the BSON types of numbers (int32, int64, double), which JavaScript does not distinguish. */
const decode = (bytes: Buffer): mongo.Document =>
  BSON.deserialize(bytes, { promoteValues: false, promoteBuffers: false, bsonRegExp: true });

async function loadCollection(db: mongo.Db, folder: string, { name }: DumpedCollection): Promise<void> {
  const collection = await db.createCollection(name);
  let batch: mongo.Document[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await collection.insertMany(batch, { ordered: true });
    batch = [];
    bytes = 0;
  };
  for await (const document of readDocuments(join(folder, `${name}.bson.gz`))) {
    batch.push(decode(document));
    bytes += document.length;
    if (bytes >= BATCH_BYTES || batch.length >= BATCH_DOCUMENTS) await flush();
  }
  await flush();
  const { indexes } = JSON.parse(await readFile(join(folder, `${name}.metadata.json`), 'utf8')) as {
    indexes: ({ key: mongo.IndexSpecification; v?: number; ns?: string } & mongo.CreateIndexesOptions)[];
  };
  for (const { key, v: _version, ns: _namespace, ...options } of indexes)
    if (options.name !== '_id_') await collection.createIndex(key, options);
}

/**
 * Replaces a database by that of a backup. Verifies all files before it deletes anything: a damaged backup leaves the
 * database as it is.
 */
export async function loadDatabase(
  db: mongo.Db,
  folder: string,
  collections: readonly DumpedCollection[],
): Promise<void> {
  for (const collection of collections) await verifyCollection(folder, collection);
  await db.dropDatabase();
  for (const collection of collections) await loadCollection(db, folder, collection);
}

import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { mongo } from 'mongoose';

/** One collection of a backup. */
export interface DumpedCollection {
  name: string;
  documents: number;
  /** Size of the uncompressed documents. */
  bytes: number;
  /** SHA-256 of the uncompressed documents, in hexadecimal digits. */
  sha256: string;
}

const PRIVATE_FILE = 0o600;

/** Passes the documents on and adds their bytes to the hash and the counts. */
function counting(collection: DumpedCollection, hash: Hash): Transform {
  return new Transform({
    writableObjectMode: true,
    transform(document: Buffer, _encoding, done) {
      hash.update(document);
      collection.documents += 1;
      collection.bytes += document.length;
      done(null, document);
    },
  });
}

async function dumpCollection(db: mongo.Db, name: string, folder: string): Promise<DumpedCollection> {
  const collection: DumpedCollection = { name, documents: 0, bytes: 0, sha256: '' };
  const hash = createHash('sha256');
  await pipeline(
    db.collection(name).find({}, { raw: true }).stream(),
    counting(collection, hash),
    createGzip(),
    createWriteStream(join(folder, `${name}.bson.gz`), { mode: PRIVATE_FILE, flush: true }),
  );
  const indexes = await db.collection(name).indexes();
  await writeFile(
    join(folder, `${name}.metadata.json`),
    JSON.stringify({ collectionName: name, type: 'collection', indexes }),
    {
      mode: PRIVATE_FILE,
    },
  );
  return { ...collection, sha256: hash.digest('hex') };
}

/**
 * Writes all collections of a database into a folder: `NAME.bson.gz`, the documents one after the other as `mongodump`
 * has them, and `NAME.metadata.json` with the indexes.
 */
export async function dumpDatabase(db: mongo.Db, folder: string): Promise<DumpedCollection[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = (await db.listCollections({}, { nameOnly: true }).toArray())
    .map(({ name }) => name)
    .toSorted();
  const dumped: DumpedCollection[] = [];
  for (const name of names)
    if (!name.startsWith('system.')) dumped.push(await dumpCollection(db, name, folder));
  return dumped;
}

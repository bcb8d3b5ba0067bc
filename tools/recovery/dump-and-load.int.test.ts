import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import mongoose, { type Connection, type mongo } from 'mongoose';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '@vidhi/testing/engines.ts';
import { dumpDatabase } from './dump-database.ts';
import { loadDatabase } from './load-database.ts';

const { Long, Double, ObjectId, Binary } = mongoose.mongo;

let database: FreshDatabase;
let connection: Connection;
let db: mongo.Db;
let folder: string;
beforeEach(async () => {
  database = freshDatabase('recovery');
  connection = await mongoose.createConnection(database.url).asPromise();
  if (connection.db === undefined) throw new Error('not connected');
  ({ db } = connection);
  folder = mkdtempSync(join(tmpdir(), 'vidhi-backup-'));
});
afterEach(async () => {
  await connection.close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const RAW = { raw: true } as const;
const bytesOf = async (name: string): Promise<string[]> =>
  (await db.collection(name).find({}, RAW).sort({ _id: 1 }).toArray()).map((document) =>
    Buffer.from(document as unknown as Buffer).toString('hex'),
  );

async function insertSample(): Promise<void> {
  await db.collection<{ _id: number }>('posts').insertMany([
    { _id: 1, title: 'अनुच्छेद', at: new Date(0), big: Long.fromString('9007199254740993'), one: new Double(1) },
    { _id: 2, nested: { list: [null, true, new Binary(Buffer.from([1, 2]))] }, ref: new ObjectId() },
  ] as never[]);
  await db.collection<{ _id: string }>('users').insertOne({ _id: 'a', email: 'a@rao.example' } as never);
  await db.collection('users').createIndex({ email: 1 }, { unique: true, name: 'email_unique' });
}

it('restores documents byte for byte, with their indexes, and removes what was added since', async () => {
  await insertSample();
  const before = [await bytesOf('posts'), await bytesOf('users')];
  const dumped = await dumpDatabase(db, folder);
  expect(dumped.map(({ name, documents }) => [name, documents])).toEqual([
    ['posts', 2],
    ['users', 1],
  ]);
  await db.collection<{ _id: number }>('posts').insertOne({ _id: 3 });
  await db.collection<{ _id: number }>('posts').deleteOne({ _id: 1 });
  await db.collection('later').insertOne({ a: 1 });
  await loadDatabase(db, folder, dumped);
  expect([await bytesOf('posts'), await bytesOf('users')]).toEqual(before);
  expect(await db.collection('later').countDocuments()).toBe(0);
  await expect(db.collection('users').insertOne({ email: 'a@rao.example' })).rejects.toThrow(
    /duplicate|E11000/i,
  );
});

it('leaves the database as it is when a file is damaged or ends early', async () => {
  await insertSample();
  const dumped = await dumpDatabase(db, folder);
  const before = await bytesOf('posts');
  const file = join(folder, 'posts.bson.gz');
  const whole = readFileSync(file);
  const content = gunzipSync(whole);
  const changed = Buffer.from(content);
  changed[20] = (changed[20] ?? 0) ^ 1;
  const damages: [Buffer, string][] = [
    [whole.subarray(0, whole.length / 2), 'unexpected end of file'],
    [gzipSync(content.subarray(0, -3)), 'ends within a document'],
    [gzipSync(changed), 'differs from what the backup wrote'],
    [gzipSync(Buffer.alloc(0)), 'differs from what the backup wrote'],
    [Buffer.from('not a backup'), 'incorrect header check'],
  ];
  for (const [damaged, message] of damages) {
    writeFileSync(file, damaged);
    await expect(loadDatabase(db, folder, dumped)).rejects.toThrow(message);
    expect(await bytesOf('posts')).toEqual(before);
  }
});

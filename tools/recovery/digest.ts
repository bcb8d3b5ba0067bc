import { createHash } from 'node:crypto';
import type { mongo } from 'mongoose';

/** Resolves with the number of documents and the sum of their hashes, which are the same in any order. */
export async function digestOf(documents: AsyncIterable<Uint8Array>): Promise<string> {
  const sum = new Uint32Array(8);
  let count = 0;
  for await (const document of documents) {
    const hash = createHash('sha256').update(document).digest();
    for (const index of sum.keys()) sum[index] = (sum[index] ?? 0) + hash.readUInt32LE(index * 4);
    count += 1;
  }
  return `${count} ${sum.join(' ')}`;
}

export const digestOfCollection = (db: mongo.Db, name: string): Promise<string> =>
  digestOf(db.collection(name).find({}, { raw: true }).stream() as unknown as AsyncIterable<Uint8Array>);

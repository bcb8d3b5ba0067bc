import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';

const LENGTH_BYTES = 4;
/** MongoDB's limit, with room for the largest internal documents. */
const MAX_DOCUMENT_BYTES = 17 * 1024 * 1024;

/** Yields the documents of a `.bson.gz` file, as BSON. Throws when it is damaged or truncated. */
export async function* readDocuments(file: string): AsyncGenerator<Buffer> {
  const source = createReadStream(file);
  const content = source.pipe(createGunzip());
  source.on('error', (error) => content.destroy(error));
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of content as AsyncIterable<Buffer>) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    while (rest.length - start >= LENGTH_BYTES) {
      const length = rest.readInt32LE(start);
      if (length <= LENGTH_BYTES || length > MAX_DOCUMENT_BYTES) throw new Error(`${file} is damaged.`);
      if (rest.length - start < length) break;
      yield rest.subarray(start, start + length);
      start += length;
    }
    rest = rest.subarray(start);
  }
  if (rest.length > 0) throw new Error(`${file} ends within a document.`);
}

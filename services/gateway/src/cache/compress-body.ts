import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from './cache-entry.ts';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Size of a body below which compression saves no packet. */
export const MIN_COMPRESSED_BYTES = 1_024;
/** Compressions at a time: the thread pool of libuv is shared with the file system. */
const MAX_CONCURRENT = 2;

let running = 0;

const TEXT =
  /^(text\/|application\/(json|javascript|manifest\+json|xml|[\w.-]+\+(json|xml))|image\/svg\+xml)/;

export const isText = (contentType: unknown): boolean =>
  typeof contentType === 'string' && TEXT.test(contentType);

/** Returns whether a body can be compressed at once; otherwise it is sent uncompressed. */
export const canCompressNow = (): boolean => running < MAX_CONCURRENT;

/** Compresses a body in the thread pool, not on the event loop. */
export async function compressBody(
  chunks: readonly Buffer[],
  encoding: Exclude<Encoding, 'identity'>,
): Promise<Buffer> {
  const body = Buffer.concat(chunks);
  running += 1;
  try {
    if (encoding === 'gzip') return await deflate(body, { level: 6 });
    return await brotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    });
  } finally {
    running -= 1;
  }
}

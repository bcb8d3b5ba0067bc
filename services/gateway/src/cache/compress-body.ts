import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from './cache-entry.ts';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Below this a compressed body saves no packet. */
export const WORTH_COMPRESSING_BYTES = 1_024;
/** The pool of threads is shared with the file system; two at a time leave it room. */
const MAX_CONCURRENT = 2;

let running = 0;

const TEXT =
  /^(text\/|application\/(json|javascript|manifest\+json|xml|[\w.-]+\+(json|xml))|image\/svg\+xml)/;

export const isText = (contentType: unknown): boolean =>
  typeof contentType === 'string' && TEXT.test(contentType);

/** True while a body could be compressed at once; otherwise it is sent as it is. */
export const canCompressNow = (): boolean => running < MAX_CONCURRENT;

/** Compresses off the event loop. */
export async function compressBody(
  pieces: readonly Buffer[],
  encoding: Exclude<Encoding, 'identity'>,
): Promise<Buffer> {
  const body = Buffer.concat(pieces);
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

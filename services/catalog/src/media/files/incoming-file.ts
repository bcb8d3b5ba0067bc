import { createHash } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { WireError } from '@vidhi/contracts/errors.ts';
import {
  PDF_END_BYTES,
  PDF_START_BYTES,
  beginsAsPdf,
  isDocumentAddress,
  isPdf,
  PDF_MIME,
} from './pdf-file.ts';
import { HEADER_BYTES, readPictureHeader, sniffMime } from './picture-header.ts';
import type { ReceivedPicture } from './picture-store.ts';

/** One plain file name: no separators and no leading dot, so no path traversal. */
const STORAGE_KEY = /^[A-Za-z0-9_-]{1,200}\.[A-Za-z0-9]{1,8}$/;
export const isStorageKey = (address: string): boolean => STORAGE_KEY.test(address);

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
const isDiskFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(String(codeOf(error)));
export const isFileNotFound = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(String(codeOf(error)));

export async function readStart(handle: FileHandle, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, 0);
  return buffer.subarray(0, bytesRead);
}

/** Returns the media type of a stored file by its first bytes; null for what is not stored under such an address. */
export function sniffStored(address: string, start: Buffer): string | null {
  if (isDocumentAddress(address)) return beginsAsPdf(start) ? PDF_MIME : null;
  return sniffMime(start);
}

async function isDocument(handle: FileHandle, bytes: number): Promise<boolean> {
  const length = Math.min(bytes, PDF_END_BYTES);
  const end = Buffer.alloc(length);
  await handle.read(end, 0, length, bytes - length);
  return isPdf({ start: await readStart(handle, PDF_START_BYTES), end, bytes });
}

async function writeAll(content: Readable, handle: FileHandle) {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of content) {
    const piece = chunk as Buffer;
    hash.update(piece);
    bytes += piece.length;
    await handle.write(piece);
  }
  await handle.sync();
  return { sha256: hash.digest('hex'), bytes };
}

type FileDetails = Pick<ReceivedPicture, 'sha256' | 'bytes' | 'header' | 'isDocument'>;

/**
 * Writes a stream to a temporary file, computing its hash. Deletes the file when the stream fails. Throws a 507 error when
 * the disk or quota is full.
 */
export async function receiveFile(
  content: Readable,
  temporary: string,
  place: (temporary: string, address: string, details: FileDetails) => Promise<void>,
): Promise<ReceivedPicture> {
  const handle = await open(temporary, 'wx+', 0o640);
  try {
    const written = await writeAll(content, handle);
    const details = {
      ...written,
      header: readPictureHeader(await readStart(handle, HEADER_BYTES)),
      isDocument: await isDocument(handle, written.bytes),
    };
    return {
      ...details,
      async place(address) {
        if (isDocumentAddress(address) && !details.isDocument) throw new Error('the file is no PDF');
        await place(temporary, address, details);
      },
      discard: () => rm(temporary, { force: true }),
    };
  } catch (error) {
    await rm(temporary, { force: true });
    if (!isDiskFull(error)) throw error;
    throw new WireError(507, 'InsufficientStorageError', 'No space is left for pictures', { cause: error });
  } finally {
    await handle.close();
  }
}

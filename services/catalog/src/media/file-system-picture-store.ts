import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { WireError } from '@vidhi/contracts/errors.ts';
import { HEADER_BYTES, SIGNATURE_BYTES, readPictureHeader, sniffMime } from './picture-header.ts';
import type { PictureStore, ReceivedPicture } from './picture-store.ts';

/** One plain file name: no separators, no leading dot, nothing to walk with. */
const ADDRESS = /^[A-Za-z0-9_-]{1,200}\.[A-Za-z0-9]{1,8}$/;

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
const isAbsent = (error: unknown): boolean => ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(String(codeOf(error)));
const isFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(String(codeOf(error)));

async function openIfThere(file: string): Promise<FileHandle | null> {
  try {
    return await open(file, 'r');
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function readStart(handle: FileHandle, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, 0);
  return buffer.subarray(0, bytesRead);
}

/**
 * Pictures as files of one folder below `dataDir`. Leftovers of a process that was killed while receiving are
 * removed, so every store of a folder is made before the first picture comes.
 */
export async function fileSystemPictureStore(dataDir: string, folder = 'uploads'): Promise<PictureStore> {
  const uploads = path.join(dataDir, folder);
  const incoming = path.join(dataDir, 'incoming');
  await mkdir(uploads, { recursive: true });
  await mkdir(incoming, { recursive: true });
  for (const leftover of await readdir(incoming))
    await rm(path.join(incoming, leftover), { recursive: true });

  function fileAt(address: string): string {
    if (!ADDRESS.test(address)) throw new Error('not an address of a picture');
    return path.join(uploads, address);
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

  return {
    async receive(content): Promise<ReceivedPicture> {
      const temporary = path.join(incoming, randomUUID());
      const handle = await open(temporary, 'wx+', 0o640);
      try {
        const { sha256, bytes } = await writeAll(content, handle);
        const header = readPictureHeader(await readStart(handle, HEADER_BYTES));
        return {
          sha256,
          bytes,
          header,
          async place(address) {
            await rename(temporary, fileAt(address));
            await syncFolder(uploads);
          },
          discard: () => rm(temporary, { force: true }),
        };
      } catch (error) {
        await rm(temporary, { force: true });
        if (!isFull(error)) throw error;
        throw new WireError(507, 'InsufficientStorageError', 'No space is left for pictures', {
          cause: error,
        });
      } finally {
        await handle.close();
      }
    },
    async open(address) {
      if (!ADDRESS.test(address)) return null;
      const handle = await openIfThere(fileAt(address));
      if (handle === null) return null;
      const stats = await handle.stat();
      const mime = stats.isFile() ? sniffMime(await readStart(handle, SIGNATURE_BYTES)) : null;
      if (mime === null) {
        await handle.close();
        return null;
      }
      return {
        bytes: stats.size,
        mime,
        etag: `"${stats.size.toString(36)}-${Math.floor(stats.mtimeMs).toString(36)}"`,
        modifiedAt: stats.mtime,
        read: (start, end) => handle.createReadStream({ start, end }),
        close: () => handle.close(),
      };
    },
    async contentHash(address) {
      const hash = createHash('sha256');
      try {
        for await (const chunk of createReadStream(fileAt(address))) hash.update(chunk as Buffer);
      } catch (error) {
        if (isAbsent(error)) return null;
        throw error;
      }
      return hash.digest('hex');
    },
    async *list() {
      for (const address of await readdir(uploads)) {
        if (ADDRESS.test(address))
          yield { address, modifiedAt: (await stat(path.join(uploads, address))).mtime };
      }
    },
    remove: (address) => rm(fileAt(address), { force: true }),
  };
}

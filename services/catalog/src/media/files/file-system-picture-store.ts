import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { isFileNotFound, isStorageKey, readStart, receiveFile } from './incoming-file.ts';
import { SIGNATURE_BYTES, sniffMime } from './picture-header.ts';
import type { PictureStore } from './picture-store.ts';

async function openIfExists(file: string): Promise<FileHandle | null> {
  try {
    return await open(file, 'r');
  } catch (error) {
    if (isFileNotFound(error)) return null;
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

/**
 * Stores pictures as files of `folder` below `dataDir`. Empties the shared `incoming` folder, which may hold leftovers of
 * a process killed while receiving, so create every store of a `dataDir` before receiving the first file.
 */
export async function fileSystemPictureStore(dataDir: string, folder = 'uploads'): Promise<PictureStore> {
  const uploads = path.join(dataDir, folder);
  const incoming = path.join(dataDir, 'incoming');
  await mkdir(uploads, { recursive: true });
  await mkdir(incoming, { recursive: true });
  for (const leftover of await readdir(incoming))
    await rm(path.join(incoming, leftover), { recursive: true });

  function fileAt(address: string): string {
    if (!isStorageKey(address)) throw new Error('not an address of a picture');
    return path.join(uploads, address);
  }

  return {
    receive: (content) =>
      receiveFile(content, path.join(incoming, randomUUID()), async (temporary, address) => {
        await rename(temporary, fileAt(address));
        await syncFolder(uploads);
      }),
    async open(address) {
      if (!isStorageKey(address)) return null;
      const handle = await openIfExists(fileAt(address));
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
        if (isFileNotFound(error)) return null;
        throw error;
      }
      return hash.digest('hex');
    },
    async *list() {
      for (const address of await readdir(uploads)) {
        if (isStorageKey(address))
          yield { address, modifiedAt: (await stat(path.join(uploads, address))).mtime };
      }
    },
    remove: (address) => rm(fileAt(address), { force: true }),
  };
}

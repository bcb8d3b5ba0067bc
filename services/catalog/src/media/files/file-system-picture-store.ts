import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { isFileNotFound, isStorageKey, readStart, receiveFile, sniffStored } from './incoming-file.ts';
import { isDocumentAddress } from './pdf-file.ts';
import { SIGNATURE_BYTES } from './picture-header.ts';
import { type PictureStore, type StoreFolders, UPLOADS } from './picture-store.ts';

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
 * Stores pictures and documents as files of their folders below `dataDir`. Empties the shared `incoming` folder, which may hold leftovers of
 * a process killed while receiving, so create every store of a `dataDir` before receiving the first file.
 */
export async function fileSystemPictureStore(
  dataDir: string,
  { pictures, documents }: StoreFolders = UPLOADS,
): Promise<PictureStore> {
  const folders = [pictures, ...(documents === null ? [] : [documents])].map((name) =>
    path.join(dataDir, name),
  );
  const incoming = path.join(dataDir, 'incoming');
  for (const folder of folders) await mkdir(folder, { recursive: true });
  await mkdir(incoming, { recursive: true });
  for (const leftover of await readdir(incoming))
    await rm(path.join(incoming, leftover), { recursive: true });

  const isKey = (address: string): boolean =>
    isStorageKey(address) && (documents !== null || !isDocumentAddress(address));
  const folderOf = (address: string): string =>
    path.join(dataDir, documents !== null && isDocumentAddress(address) ? documents : pictures);

  function fileAt(address: string): string {
    if (!isKey(address)) throw new Error('not an address of a picture');
    return path.join(folderOf(address), address);
  }

  return {
    receive: (content) =>
      receiveFile(content, path.join(incoming, randomUUID()), async (temporary, address) => {
        await rename(temporary, fileAt(address));
        await syncFolder(folderOf(address));
      }),
    async open(address) {
      if (!isKey(address)) return null;
      const handle = await openIfExists(fileAt(address));
      if (handle === null) return null;
      const stats = await handle.stat();
      const mime = stats.isFile() ? sniffStored(address, await readStart(handle, SIGNATURE_BYTES)) : null;
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
      for (const folder of folders)
        for (const address of await readdir(folder))
          // A file in the wrong folder has no address.
          if (isKey(address) && folderOf(address) === folder)
            yield { address, modifiedAt: (await stat(path.join(folder, address))).mtime };
    },
    remove: (address) => rm(fileAt(address), { force: true }),
  };
}

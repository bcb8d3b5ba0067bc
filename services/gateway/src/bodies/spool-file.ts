import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** A file without a name: it is gone when it is closed, or when this process ends. */
export interface SpoolFile {
  write(chunk: Buffer): Promise<void>;
  /** Everything written, once; closes the file at its end. */
  read(): Readable;
  close(): Promise<void>;
}

/** Rejects when the directory cannot be written. */
export async function createSpoolFile(directory: string): Promise<SpoolFile> {
  const path = join(directory, `vidhi-body-${randomUUID()}`);
  const file: FileHandle = await open(path, 'wx+', 0o600);
  await unlink(path);
  return {
    write: async (chunk) => void (await file.writeFile(chunk)),
    read: () => file.createReadStream({ start: 0 }),
    close: () => file.close(),
  };
}

import { execFile } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CHUNK = Buffer.alloc(1_048_576);
const MIN_BLOCK_BYTES = 4_096;

export const mayMount = (): boolean => process.platform === 'linux' && process.getuid?.() === 0;

/** Mounts a tmpfs of this size at the folder. Needs root. */
export async function mountMemory(folder: string, megabytes: number): Promise<void> {
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'tmpfs', folder]);
}

/** Unmounts it, even when a process still has an open file there. */
export async function unmount(folder: string): Promise<void> {
  await run('umount', ['--lazy', folder]);
}

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOSPC';

/** Writes until no block is free. */
export function fillDisk(folder: string): void {
  const file = openSync(join(folder, 'ballast'), 'a');
  try {
    for (let size = CHUNK.length; size >= MIN_BLOCK_BYTES;) {
      try {
        writeSync(file, CHUNK, 0, size);
      } catch (error) {
        if (!isFull(error)) throw error;
        size = Math.floor(size / 2);
      }
    }
  } finally {
    closeSync(file);
  }
}

export const freeDisk = (folder: string): void => rmSync(join(folder, 'ballast'), { force: true });

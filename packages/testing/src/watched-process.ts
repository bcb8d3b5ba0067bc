import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface WatchedProcess {
  /** Arguments of node before the path of the script. */
  args: string[];
  env: { MONGO_WATCH_FILE: string };
  /** Throws when the process sent MongoDB a command outside the subset. */
  expectOnlySubset: () => void;
  /** Removes the temporary files. */
  remove: () => void;
}

const HOOK = pathToFileURL(join(import.meta.dirname, 'mongo-watch-hook.ts')).href;

/**
 * Returns the arguments and environment with which a node process checks its MongoDB commands against the subset; it must
 * open its database with `openMongo`.
 */
export function watchedProcess(): WatchedProcess {
  const dir = mkdtempSync(join(tmpdir(), 'vidhi-watch-'));
  const file = join(dir, 'outside');
  return {
    args: ['--import', HOOK],
    env: { MONGO_WATCH_FILE: file },
    expectOnlySubset: () => {
      const violations = readIfExists(file).trim();
      if (violations !== '')
        throw new Error(`Sent to MongoDB from outside the supported subset: ${violations}`);
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

function readIfExists(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

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

/** Returns the arguments and environment with which a node process checks its MongoDB commands against the subset. */
export const watchedProcess = (): WatchedProcess => watched('mongo-watch-hook.ts');

/** Like `watchedProcess`, for a service that runs from its bundle and opens its database with `openMongo`. */
export const watchedService = (): WatchedProcess => watched('service-watch-hook.ts');

function watched(hook: string): WatchedProcess {
  const dir = mkdtempSync(join(tmpdir(), 'vidhi-watch-'));
  const file = join(dir, 'outside');
  return {
    args: ['--import', pathToFileURL(join(import.meta.dirname, hook)).href],
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

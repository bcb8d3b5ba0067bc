import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface WatchedProcess {
  /** Arguments of node that come before the service's file. */
  args: string[];
  env: { MONGO_WATCH_FILE: string };
  /** Throws when the process sent Mongo something outside the subset. */
  expectInside: () => void;
  remove: () => void;
}

/** What to start a service's own process with, so that it is held to the subset too. */
export function watchedProcess(): WatchedProcess {
  const dir = mkdtempSync(join(tmpdir(), 'vidhi-watch-'));
  const file = join(dir, 'outside');
  return {
    args: ['--import', pathToFileURL(join(import.meta.dirname, 'mongo-watch-hook.ts')).href],
    env: { MONGO_WATCH_FILE: file },
    expectInside: () => {
      const outside = readIfThere(file).trim();
      if (outside !== '')
        throw new Error(`Sent to Mongo from outside the subset of both engines: ${outside}`);
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

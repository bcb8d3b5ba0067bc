import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Null outside fault tests. */
let folder: string | null = null;

/** Passages left of an armed fail point; null for one that is not armed. */
function readPassagesLeft(file: string): number | null {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

function pass(file: string): void {
  const left = readPassagesLeft(file);
  if (left === null) return;
  if (left > 1) return writeFileSync(file, String(left - 1));
  try {
    // Only one process takes the file, so that a fail point fires once.
    renameSync(file, `${file}.fired`);
  } catch {
    return;
  }
  process.kill(process.pid, 'SIGKILL');
}

/**
 * Arms the fail points of this process when the environment names a folder in `FAIL_POINTS`. With `NODE_ENV=production`
 * that takes `ALLOW_FAIL_POINTS=true` too, which no deployment sets.
 */
export function armFailPoints(env: NodeJS.ProcessEnv): void {
  const isAllowed = env['NODE_ENV'] !== 'production' || env['ALLOW_FAIL_POINTS'] === 'true';
  folder = isAllowed && env['FAIL_POINTS'] ? env['FAIL_POINTS'] : null;
}

/**
 * Names the moment between two steps, for tests that end the process there. Does nothing unless `armFailPoints` found a
 * folder. Then a file of this name in it holds a number n: the process kills itself with SIGKILL at the n-th passage, after
 * it has renamed the file to `<name>.fired`.
 */
export function failPoint(name: string): void {
  if (folder !== null) pass(join(folder, name));
}

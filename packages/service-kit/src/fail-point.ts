import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Null outside fault tests. */
let folder: string | null = null;

/** An armed fail point: passages left, and the process group to kill; null for the passing process itself. */
interface Armed {
  left: number;
  group: number | null;
}

/** Null for a fail point that is not armed. */
function readArmed(file: string): Armed | null {
  try {
    const [left, group] = readFileSync(file, 'utf8').split(' ');
    return { left: Number(left), group: group === undefined ? null : Number(group) };
  } catch {
    return null;
  }
}

function pass(file: string): void {
  const armed = readArmed(file);
  if (armed === null) return;
  const { left, group } = armed;
  if (left > 1) return writeFileSync(file, group === null ? String(left - 1) : `${left - 1} ${group}`);
  try {
    // Only one process takes the file, so that a fail point fires once.
    renameSync(file, `${file}.fired`);
  } catch {
    return;
  }
  process.kill(group === null ? process.pid : -group, 'SIGKILL');
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
 * Names the moment between two steps, for tests that end a process there. Does nothing unless `armFailPoints` has found
 * a folder. A file of this name in that folder has a number n: when the process passes this point for the n-th time, it
 * renames the file to `<name>.fired` and kills itself with SIGKILL. If a process group follows the number after a
 * blank, that group, such as an engine's, is killed instead, and this process continues.
 */
export function failPoint(name: string): void {
  if (folder !== null) pass(join(folder, name));
}

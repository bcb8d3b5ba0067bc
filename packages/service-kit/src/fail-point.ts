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
 * Names the moment between two steps, for tests that end a process there. Does nothing unless `armFailPoints` found a
 * folder. Then a file of this name in it holds a number n: the process kills itself with SIGKILL at the n-th passage, after
 * it has renamed the file to `<name>.fired`. After the number, separated by a blank, the file may name a process group,
 * such as that of an engine, which is killed instead; the process continues.
 */
export function failPoint(name: string): void {
  if (folder !== null) pass(join(folder, name));
}

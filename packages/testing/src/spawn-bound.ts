import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface BoundOptions {
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** Where what it writes goes. */
  output: 'pipe' | 'inherit';
}

const HOOK = pathToFileURL(join(import.meta.dirname, 'end-with-parent.ts')).href;

/** Starts node with the given arguments; the process ends with this one, also when this one is killed with -9. */
export function spawnBound(args: readonly string[], { output, ...options }: BoundOptions): ChildProcess {
  return spawn(process.execPath, ['--import', HOOK, ...args], {
    ...options,
    stdio: ['ignore', output, output, 'ipc'],
  });
}

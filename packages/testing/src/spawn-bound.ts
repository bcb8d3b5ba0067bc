import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { COMPILE_CACHE } from '@vidhi/local/paths.mjs';
import { SHORT_LIVED_OPTIONS } from '@vidhi/local/services.mjs';

export interface BoundOptions {
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** Destination of its standard output and standard error. */
  output: 'pipe' | 'inherit';
}

const HOOK = pathToFileURL(join(import.meta.dirname, 'end-with-parent.ts')).href;

/** Starts node as a child process that ends with this process, also when this one is killed with SIGKILL. */
export function spawnBound(
  args: readonly string[],
  { output, env = process.env, ...options }: BoundOptions,
): ChildProcess {
  return spawn(process.execPath, [...SHORT_LIVED_OPTIONS, '--import', HOOK, ...args], {
    ...options,
    // Halves the processor time of a start.
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
    stdio: ['ignore', output, output, 'ipc'],
  });
}

import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Returns the path of a module to run in a child process: its bundle beside the bundle that this process runs, which starts
 * in two thirds of the processor time, or its source, where this process runs from sources.
 * @param source path of the module's source
 */
export function childModule(source: string): string {
  const bundle = join(dirname(process.argv[1] ?? ''), `${basename(source, '.ts')}.mjs`);
  return existsSync(bundle) ? bundle : source;
}

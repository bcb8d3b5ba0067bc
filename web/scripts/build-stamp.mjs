// Reports whether web/dist was built from the current inputs. Exit code 0: up to date; 1: to be built.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const webDir = fileURLToPath(new URL('..', import.meta.url));
const STAMP_FILE = join(webDir, 'dist', 'build-stamp.txt');

/** Everything that a build reads: sources, static files, configuration and the locked versions. */
const INPUTS = ['src', 'public', 'scripts', 'vite.config.ts', 'package.json', '../package-lock.json'];
const isTest = (path) => /\.test\.tsx?$/.test(path);

function* filesOf(path) {
  if (!existsSync(path)) return;
  let entries;
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch {
    yield path;
    return;
  }
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.isDirectory()) yield* filesOf(join(path, entry.name));
    else if (!isTest(entry.name)) yield join(path, entry.name);
  }
}

/** Returns one hash over the names and bytes of all inputs. */
export function inputsStamp() {
  const hash = createHash('sha256');
  for (const input of INPUTS)
    for (const file of filesOf(join(webDir, input)))
      hash.update(relative(webDir, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

/** Returns whether the last build was made from the inputs as they are. */
export const isBuildCurrent = () =>
  existsSync(STAMP_FILE) && readFileSync(STAMP_FILE, 'utf8').trim() === inputsStamp();

export { STAMP_FILE };

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit(isBuildCurrent() ? 0 : 1);

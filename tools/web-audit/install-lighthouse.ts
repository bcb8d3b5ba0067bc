import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cleanInstall } from '@vidhi/local/clean-install.mjs';
import { inRoot } from '@vidhi/local/paths.mjs';

const PACKAGE = join(import.meta.dirname, 'lighthouse-package');
const FILES = ['package.json', 'package-lock.json'];
const ENGINES = inRoot('.engines');

/**
 * Installs Lighthouse with its own lockfile in `.engines`, unless that version is there: it has an eighth of the files that
 * `npm ci` would install, and only the audit needs it.
 * @returns its main module; null, with what npm printed, when it cannot be installed
 */
export async function ensureLighthouse(): Promise<{ module: string } | { module: null; output: string }> {
  const hash = createHash('sha256');
  for (const file of FILES) hash.update(readFileSync(join(PACKAGE, file)));
  const folder = join(ENGINES, `lighthouse-${hash.digest('hex').slice(0, 10)}`);
  const module = join(folder, 'node_modules', 'lighthouse', 'core', 'index.js');
  if (existsSync(module)) return { module };
  const partial = `${folder}.partial-${process.pid}`;
  mkdirSync(partial, { recursive: true });
  try {
    for (const file of FILES) copyFileSync(join(PACKAGE, file), join(partial, file));
    const { code, output } = await cleanInstall({ folder: partial });
    if (code !== 0) return { module: null, output };
    rmSync(folder, { recursive: true, force: true });
    renameSync(partial, folder);
    return { module };
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

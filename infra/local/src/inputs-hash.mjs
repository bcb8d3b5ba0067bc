import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from './paths.mjs';

const SKIPPED = new Set(['dist', 'node_modules', '.vite']);

/** @param {string} folder @returns {string[]} */
const filesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (SKIPPED.has(entry.name)) return [];
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : [path];
    });

/**
 * A hash of the names and contents of all files below the folders, and of the locked dependencies.
 * @param {readonly string[]} folders below the root of the checkout
 */
export function hashOfInputs(folders) {
  const hash = createHash('sha256');
  const files = [...folders.flatMap((folder) => filesBelow(inRoot(folder))), inRoot('package-lock.json')];
  for (const file of files)
    hash.update(file.slice(inRoot().length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EngineError } from './engine-error.mjs';
import { inRoot } from './paths.mjs';
import { runProgram } from './programs.mjs';

const STAMP = inRoot('web', 'dist', '.stamp');
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

function hashOfInputs() {
  const hash = createHash('sha256');
  const files = [
    ...filesBelow(inRoot('web')),
    ...filesBelow(inRoot('packages', 'contracts', 'src')),
    inRoot('package-lock.json'),
  ];
  for (const file of files)
    hash.update(file.slice(inRoot().length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

/**
 * Builds the web app unless its inputs are unchanged since the last build.
 * @param {{ node: string }} options
 * @returns {Promise<boolean>} whether it had to be built
 */
export async function ensureWebBuild({ node }) {
  const wanted = hashOfInputs();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return false;
  const { code, output } = await runProgram('npm', ['run', '--silent', 'build', '-w', 'web'], {
    cwd: inRoot(),
    env: { ...process.env, NODE_ENV: 'production', PATH: `${join(node, '..')}:${process.env['PATH'] ?? ''}` },
  });
  if (code !== 0) {
    throw new EngineError('The web app could not be built; the output of the build is above.', {
      cause: new Error(output.slice(-4_000)),
    });
  }
  mkdirSync(inRoot('web', 'dist'), { recursive: true });
  writeFileSync(STAMP, wanted);
  return true;
}

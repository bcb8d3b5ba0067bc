import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inRoot } from './paths.mjs';
import { runProgram } from './programs.mjs';

/** @typedef {Record<string, readonly string[]>} DeclaredSettings names of environment variables, by service */

const READER = inRoot('infra/local/src/print-settings.mjs');

/**
 * The same as `readDeclaredSettings`, read once for each version of the sources and stored beside the bundles of that version.
 * @param {{ node: string, bundles: string, services: readonly { name: string, script: string }[] }} options
 * @returns {Promise<DeclaredSettings>}
 */
export async function storedSettings({ node, bundles, services }) {
  const file = join(bundles, 'settings.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const settings = await readDeclaredSettings(node, services);
  // One that could not be loaded, as with incomplete packages, may load at the next start.
  if (!services.every(({ name }) => settings[name]?.length)) return settings;
  const partial = `${file}.partial-${process.pid}`;
  try {
    writeFileSync(partial, JSON.stringify(settings));
    renameSync(partial, file);
  } catch {
    // The disk is full: the next start reads them again.
  }
  return settings;
}

/**
 * Names of the environment variables that each service's `config.ts` reads. Runs in the Node that runs the
 * services, as the configuration is TypeScript. A service whose configuration cannot be loaded gets an empty
 * list and fails at its own start.
 * @param {string} node
 * @param {readonly { name: string, script: string }[]} services
 * @returns {Promise<DeclaredSettings>}
 */
export async function readDeclaredSettings(node, services) {
  const files = services.map(({ script }) => inRoot(dirname(script), 'config.ts'));
  const { code, output } = await runProgram(node, [
    '--disable-warning=ExperimentalWarning',
    READER,
    ...files,
  ]);
  if (code !== 0) return {};
  /** @type {string[][]} */
  const names = JSON.parse(output);
  return Object.fromEntries(services.map(({ name }, index) => [name, names[index] ?? []]));
}

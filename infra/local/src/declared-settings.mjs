import { dirname } from 'node:path';
import { inRoot } from './paths.mjs';
import { runProgram } from './programs.mjs';

/** @typedef {Record<string, readonly string[]>} DeclaredSettings names of the environment, by service */

const READER = inRoot('infra/local/src/print-settings.mjs');

/**
 * The names of the environment that each service's `config.ts` reads. Asked of the Node that runs the services, as the
 * configuration is TypeScript. A service whose configuration cannot be loaded has none, and fails by itself.
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

import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the checkout. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/** @param {string[]} parts */
export const inRoot = (...parts) => join(ROOT, ...parts);

/**
 * The folder of all data of a site: databases, pictures, logs.
 * @param {Record<string, string | undefined>} env
 */
export const dataDirOf = (env) => resolve(ROOT, env['DATA_DIR'] || '.data');

/** Folder of node's compile cache: stripped and compiled sources for the next start of a process. */
export const COMPILE_CACHE = inRoot('.engines', 'compile-cache');

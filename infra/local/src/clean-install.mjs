import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from './programs.mjs';

/** @typedef {{ resolved?: string, integrity?: string, version?: string, name?: string, link?: boolean }} LockedPackage */
/** @typedef {{ packages: Record<string, LockedPackage> }} Lockfile */

/** Installs what a lockfile says, without running scripts of packages. */
const CLEAN_INSTALL = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
/** npm reads this lockfile in place of package-lock.json where it exists. */
const OVERRIDE = 'npm-shrinkwrap.json';
/** npm's messages when a registry does not serve a package at the usual path. */
const NOT_THERE = / code (E4\d\d|EINTEGRITY)\b/;

/**
 * Runs `npm ci` without install scripts in a folder with a package-lock.json; never rejects for a failed exit.
 *
 * package-lock.json names no registry, so npm would request the metadata of every package to find its tarball, which takes
 * longer than the installation. During the installation an npm-shrinkwrap.json names the usual path of each tarball in the
 * registry that npm is configured to use; where the registry has other paths, npm runs again without that file.
 * @param {{ folder: string, env?: import('./programs.mjs').Env }} options
 * @returns {Promise<{ code: number, output: string }>} the exit code, 127 without npm; what npm printed
 */
export async function cleanInstall({ folder, env = process.env }) {
  const npm = (/** @type {readonly string[]} */ args) => runProgram('npm', args, { cwd: folder, env });
  const override = join(folder, OVERRIDE);
  const remove = () => rmSync(override, { force: true });
  // One that a killed installation left would hide later changes of package-lock.json.
  remove();
  const lockfile = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  const { output } = await npm(['config', 'list', '--json', '--loglevel=silent']);
  process.once('exit', remove);
  try {
    writeFileSync(override, JSON.stringify(withTarballs(lockfile, parseConfig(output))));
    const installed = await npm(CLEAN_INSTALL);
    if (installed.code === 0 || !NOT_THERE.test(installed.output)) return installed;
  } finally {
    remove();
    process.off('exit', remove);
  }
  return npm(CLEAN_INSTALL);
}

/**
 * Returns npm's configuration; an empty one where npm printed something else.
 * @param {string} output
 * @returns {Record<string, unknown>}
 */
function parseConfig(output) {
  try {
    return JSON.parse(output);
  } catch {
    return {};
  }
}

/**
 * Returns the lockfile with the URL of the tarball of each package that comes from a registry: `{registry}/{name}/-/{name
 * without scope}-{version}.tgz`, as npm itself writes it.
 * @param {Lockfile} lockfile
 * @param {Record<string, unknown>} config npm's configuration: `registry`, and `{scope}:registry` for scopes with their own;
 * without them, packages stay as they are
 * @returns {Lockfile}
 */
export function withTarballs(lockfile, config) {
  const packages = Object.entries(lockfile.packages).map(([path, locked]) => {
    const { integrity, version, link, resolved } = locked;
    if (integrity === undefined || link === true || resolved !== undefined) return [path, locked];
    const name = locked.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const [scope, unscoped] = name.startsWith('@') ? name.split('/') : [undefined, name];
    const registry = config[`${scope}:registry`] ?? config['registry'];
    if (typeof registry !== 'string') return [path, locked];
    const tarball = `${registry.replace(/\/$/, '')}/${name}/-/${unscoped}-${version}.tgz`;
    return [path, { ...locked, resolved: tarball }];
  });
  return { ...lockfile, packages: Object.fromEntries(packages) };
}
